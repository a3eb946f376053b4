// SPDX-License-Identifier: GPL-3.0-or-later

/// A subcommand.
protocol Command: SendableMetatype {
    static var description: CommandDescription { get }

    /// Reads the arguments, which agree with the description, into what they mean.
    init(_ arguments: Arguments) throws(UsageProblem)

    /// What it needs of a daemon that runs beside it.
    var need: ServiceNeed { get }

    /// Does its work. `code(.done)` when all went well.
    func run(_ terminal: Terminal) throws(Failure) -> Ending
}

extension Command {
    var need: ServiceNeed { .nothing }
}

/// Every command, in the order of the help.
let commandTable: [any Command.Type] = [
    // Set up.
    DevicesCommand.self, LearnCommand.self, ProfileListCommand.self, ProfileNewCommand.self, ProfileShowCommand.self,
    ProfileCheckCommand.self, ProfileEditCommand.self, ProfileCopyCommand.self, ProfileDeleteCommand.self,
    ProfilePathCommand.self, ImportCommand.self, ImportPairingsCommand.self, SwitchListCommand.self,
    SwitchRenameCommand.self, SwitchOrderCommand.self,
    SwitchRemoveCommand.self, SwitchReplaceCommand.self, ActionsCommand.self, MapCommand.self, PCScanCommand.self,
    PCPairCommand.self,
    PCListCommand.self, PCProfilesCommand.self, PCDefaultCommand.self, PCUnpairCommand.self, NameCommand.self,
    // Every day.
    DaemonCommand.self, StartCommand.self, StopCommand.self, UseCommand.self, StatusCommand.self,
    AnnounceCommand.self, ForwardCommand.self,
    PracticeCommand.self, SendCommand.self, PCUseCommand.self,
    // When something is wrong, and for testing.
    DoctorCommand.self, DiagnosticsCommand.self, MonitorCommand.self, PCStatusCommand.self, PCPingCommand.self,
    VersionCommand.self, DemoCommand.self,
    SimulatedPCCommand.self, ServeCommandCommand.self,
    // For packagers.
    CompletionsCommand.self, ManualCommand.self,
]
