// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A room of the program: what it may import is its dependency list, and arrows go one way.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// The rooms that read what comes from outside.
let fuzzed: [Target.Dependency] = [
    "Actions", "BluetoothLE", "Bridge", "ControlSocket", "EventLoop", "InputDevices", "PCLink", "PCProtocol",
    "Profiles",
    "SimulatedPC", "SwitchCore", "SystemEvents",
]

let package = Package(
    name: "switchbridge",
    products: [.executable(name: "switchbridge", targets: ["switchbridge"])],
    targets: [
        // C libraries: a module map and one shim header each.
        .systemLibrary(name: "CLinux"),
        // The one piece of C: what runs inside the watchdog's signal handler.
        .target(name: "CWatchdog"),
        .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CBluez", pkgConfig: "bluez", providers: [.apt(["libbluetooth-dev"])]),
        .systemLibrary(name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

        // Pure rooms: no clock, no descriptor, no thread.
        room("SwitchCore"),
        room("SeededRandom"),
        room("Sentences", ["SwitchCore"]),
        room("PCProtocol", ["SwitchCore", "CJSON", "CSodium"]),
        room("Actions", ["SwitchCore", "PCProtocol"]),
        room("Profiles", ["SwitchCore", "Sentences", "PCProtocol", "Actions", "CYAML"]),

        // Shells: one thread, one event loop.
        room("EventLoop", ["SwitchCore", "CLinux", "CWatchdog"]),
        room("InputDevices", ["SwitchCore", "Sentences", "EventLoop", "CLibevdev", "CLibudev"]),
        room("PCLink", ["SwitchCore", "Sentences", "PCProtocol", "EventLoop"]),
        room("ControlSocket", ["SwitchCore", "Sentences", "PCProtocol", "EventLoop", "CLinux"]),
        room("BluetoothLE", ["SwitchCore", "PCProtocol", "EventLoop", "PCLink", "CBluez"]),
        room("SystemEvents", ["SwitchCore", "EventLoop", "CLinux", "CSystemd"]),
        room("SimulatedPC", ["SwitchCore", "SeededRandom", "PCProtocol", "EventLoop"]),
        room(
            "Bridge",
            ["SwitchCore", "Sentences", "PCProtocol", "Actions", "EventLoop", "InputDevices", "PCLink"]),
        .executableTarget(
            name: "switchbridge",
            dependencies: [
                "SwitchCore", "Sentences", "PCProtocol", "Actions", "Profiles", "EventLoop", "InputDevices", "PCLink",
                "BluetoothLE", "ControlSocket", "SystemEvents", "SimulatedPC", "Bridge",
            ],
            resources: [.embedInCode("Demo/demo.events"), .embedInCode("Demo/demo.yaml")],
            swiftSettings: settings),

        // For counting the instructions of a press: the real rooms, on a pipe that stands for a device.
        .target(name: "CPipedDevice", path: "Benchmarks/PipedDevice"),
        .executableTarget(
            name: "hot-path",
            dependencies: [
                "CPipedDevice", "CLibevdev", "SwitchCore", "Actions", "PCProtocol", "EventLoop", "InputDevices",
                "PCLink",
                "SimulatedPC",
                "Bridge",
            ],
            path: "Benchmarks/HotPath", swiftSettings: settings),

        // Who presses and who receives, when the program is measured beside others.
        .executableTarget(
            name: "bench-ends",
            dependencies: ["CLibevdev", "SwitchCore", "SeededRandom", "PCProtocol", "EventLoop", "SimulatedPC"],
            path: "Benchmarks/Ends", swiftSettings: settings),

        tests("SwitchCoreTests", ["SwitchCore", "SeededRandom"], exclude: ["Forwarding/Scenarios"]),
        tests("PCProtocolTests", ["PCProtocol", "SeededRandom", "SwitchCore"]),
        tests("ActionsTests", ["Actions", "PCProtocol", "SeededRandom", "SwitchCore"]),
        tests("ProfilesTests", ["Profiles", "Actions", "SeededRandom", "Sentences", "SwitchCore"]),
        // A process for the tests to see end under the watchdog.
        .executableTarget(
            name: "watchdog-child", dependencies: ["EventLoop", "SwitchCore"], path: "Tests/Support/WatchdogChild",
            swiftSettings: settings),
        // What tests need of the real system: its time, its files and its processes.
        .systemLibrary(name: "CMalloc", path: "Tests/Support/CMalloc"),
        .target(
            name: "RealSystem", dependencies: ["CMalloc", "EventLoop", "SwitchCore"], path: "Tests/Support/RealSystem",
            swiftSettings: settings),
        // A process that does one thing over and over, for the tests to see what it keeps.
        .executableTarget(
            name: "cycles",
            dependencies: [
                "BluetoothLE", "ControlSocket", "EventLoop", "PCLink", "PCProtocol", "RealSystem", "SimulatedPC",
                "SimulatedTime", "SwitchCore",
            ], path: "Tests/Support/Cycles", swiftSettings: settings),
        tests("EventLoopTests", ["EventLoop", "RealSystem", "SwitchCore", "watchdog-child"]),
        // Devices made with uinput, for tests in the virtual machine.
        .target(
            name: "VirtualInput", dependencies: ["SwitchCore", "EventLoop", "CLibevdev"],
            path: "Tests/Support/VirtualInput", swiftSettings: settings),
        // Such a device worked by words, for the scenarios with the whole program.
        .executableTarget(
            name: "virtual-switches",
            dependencies: ["VirtualInput", "EventLoop", "SeededRandom", "SwitchCore", "CLibevdev"],
            path: "Tests/Support/VirtualSwitches", swiftSettings: settings),
        tests("InputDevicesTests", ["InputDevices", "Sentences", "EventLoop", "SwitchCore"]),
        tests(
            "PCLinkTests",
            [
                "PCLink", "RealSystem", "SimulatedTime", "SimulatedPC", "PCProtocol", "EventLoop", "Sentences",
                "SwitchCore",
            ]),
        tests("BluetoothLETests", ["BluetoothLE", "PCLink", "PCProtocol", "EventLoop", "SeededRandom", "SwitchCore"]),
        tests(
            "ControlSocketTests",
            ["ControlSocket", "SimulatedTime", "PCProtocol", "EventLoop", "SeededRandom", "SwitchCore"]),
        tests("SystemEventsTests", ["SystemEvents", "RealSystem", "EventLoop", "SwitchCore", "CSystemd"]),
        tests("SimulatedPCTests", ["SimulatedPC", "PCProtocol", "EventLoop", "SeededRandom", "SwitchCore"]),
        tests(
            "BridgeTests",
            [
                "Bridge", "RealSystem", "SimulatedTime", "SimulatedPC", "Actions", "Profiles", "InputDevices", "PCLink",
                "PCProtocol",
                "EventLoop",
                "SeededRandom",
                "Sentences", "SwitchCore",
            ]),
        // Time that passes as fast as it can, for benches with a loop.
        .target(
            name: "SimulatedTime", dependencies: ["EventLoop", "SwitchCore"], path: "Tests/Support/SimulatedTime",
            swiftSettings: settings),
        // On a real kernel: skipped outside the virtual machine.
        tests(
            "VMTests",
            [
                "RealSystem", "VirtualInput", "virtual-switches", "Bridge", "InputDevices", "EventLoop", "SwitchCore",
                "CLibevdev",
            ]),
        tests(
            "CommandLineTests",
            [
                "switchbridge", "cycles", "RealSystem", "SimulatedTime", "Bridge", "Actions", "Profiles", "PCLink",
                "ControlSocket",
                "SimulatedPC",
                "InputDevices", "PCProtocol",
                "EventLoop", "SeededRandom", "Sentences", "SwitchCore",
            ]),
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz",
            exclude: ["Driver", "corpus", "dictionaries", "run"], sources: ["Targets", "Tests"], swiftSettings: settings
        ),
        // Box, link and PC in simulated time: for the tests, and built with optimisation for the long runs.
        .target(
            name: "Simulation",
            dependencies: [
                "SwitchCore", "SeededRandom", "PCProtocol", "Actions", "PCLink", "BluetoothLE", "SystemEvents",
            ],
            path: "Tests/Support/Simulation", swiftSettings: settings),
        .executableTarget(
            name: "simulate", dependencies: ["Simulation"], path: "Tests/Support/Simulate", swiftSettings: settings),
        tests("SimulationTests", ["Simulation"], exclude: ["Scripts"]),
    ]
)

// libFuzzer's own main calls the targets, and everything has to be built with its flags: Tests/Fuzz/run asks for that alone.
if Context.environment["SWITCHBRIDGE_FUZZING"] != nil {
    package.targets.removeAll { $0.name == "FuzzTests" }
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: fuzzed, path: "Tests/Fuzz",
            exclude: ["Tests", "corpus", "dictionaries", "run"],
            sources: ["Targets", "Driver"], swiftSettings: settings))
}
