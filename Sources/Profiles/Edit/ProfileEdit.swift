// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// A good profile, and its text as it is changed. Comments, order and the way of writing stay, but for what a change is about.
package struct ProfileEdit {
    /// The text before any change.
    package let original: [UInt8]
    package private(set) var profile: Profile
    private let path: String
    private let names: any InputNaming
    private var text: YAMLText

    /// - Parameter path: only names the file in problems.
    package init(_ bytes: [UInt8], path: String, names: any InputNaming) throws(ProfileProblems) {
        profile = try ProfileFile.read(bytes: bytes, path: path, names: names).get()
        do { text = try YAMLText(bytes) } catch { throw ProfileProblems(path: path, problems: [error]) }
        original = bytes
        self.path = path
        self.names = names
    }

    /// The text as changed.
    package var bytes: [UInt8] { text.bytes }
    package var isChanged: Bool { bytes != original }

    /// Makes all the changes of `body`, or none unless their outcome is a good profile.
    package mutating func change(
        _ body: (inout ProfileDraft) throws(ProfileEditProblem) -> Void
    ) throws(ProfileEditProblem) {
        var draft = ProfileDraft(text: text, names: names)
        try body(&draft)
        switch ProfileFile.read(bytes: draft.text.bytes, path: path, names: names) {
        case .success(let changed):
            profile = changed
            text = draft.text
        case .failure(let problems): throw .notGood(problems)
        }
    }
}
