// SPDX-License-Identifier: GPL-3.0-or-later

/// What the client of the PC's service was about when something went wrong.
enum PCServiceStep: Hashable, Sendable {
    case exchangingMTU
    case findingService
    case findingCharacteristics
    case readingStatus
    case findingSubscription
    case subscribing
    case writing
    case fetchingAnswer
}

/// Why a link cannot carry frames, or not any more.
enum PCServiceProblem: Error, Hashable, Sendable {
    /// The peer has no service of this kind: not Switchify PC, or it is not running.
    case serviceMissing
    case characteristicMissing(PCCharacteristic)
    /// It is there but cannot be written, read or subscribed to as it has to be.
    case characteristicUnusable(PCCharacteristic)
    /// The transmit characteristic says that it notifies, but has no descriptor to turn that on with.
    case subscriptionMissing
    /// A value does not end where the longest attribute ends, 512 bytes.
    case valueTooLong(PCServiceStep)
    /// More requests than any real PC needs were not enough.
    case endless(PCServiceStep)
    /// The PC wants the two devices bonded by Bluetooth's own pairing, or the link encrypted.
    case demandsBluetoothPairing(PCServiceStep)
    case refused(ATTErrorCode, during: PCServiceStep)
    /// Nothing came within ATT's own limit.
    case unanswered(PCServiceStep)
    /// What came makes no sense as an answer.
    case unusableAnswer(PCServiceStep)
}
