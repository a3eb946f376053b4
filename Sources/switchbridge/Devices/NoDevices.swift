// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sentences

/// What to look at when there is no device.
enum NoDevices {
    static var sentence: Sentence {
        Sentence(access("/dev/input", F_OK) == 0 ? .devicesNone : .devicesNoInput)
    }
}
