// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles

/// The text that a new profile begins with. It fits no device until the name of one is put in.
enum ProfileStarter {
    static func bytes(title: String) throws(Failure) -> [UInt8] {
        let text = """
            # `switchbridge devices` shows your switches; put what it says in place of the device's name below.
            # `switchbridge monitor` shows which key each switch is.
            schema: 1
            name: New profile

            devices:
              box:
                name: \(ProfileReport.placeholderName)

            switches:
              - name: Switch 1
                input: KEY_SPACE
              - name: Switch 2
                input: KEY_ENTER

            # While forwarding is off, a hold of any switch starts it.
            idle:
              start: {hold: 3s}

            """
        var edit: ProfileEdit
        do throws(ProfileProblems) {
            edit = try ProfileEdit(Array(text.utf8), path: title, names: EvdevNames())
        } catch { throw .profile(error) }
        do throws(ProfileEditProblem) {
            try edit.change { draft throws(ProfileEditProblem) in try draft.setProfileName(title) }
        } catch { throw .other(error.sentence) }
        return edit.bytes
    }
}
