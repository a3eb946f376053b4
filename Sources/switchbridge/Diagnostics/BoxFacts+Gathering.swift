// SPDX-License-Identifier: GPL-3.0-or-later
import BluetoothLE
import Bridge
import EventLoop
import Glibc
import InputDevices
import PCLink
import PCProtocol
import Profiles
import Sentences
import SwitchCore

extension BoxFacts {
    private static let rulesName = "70-switchbridge.rules"
    /// As udev(7) has them: the first one with a file of a name is the one that counts.
    private static let rulesDirectories = [
        "/etc/udev/rules.d", "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
        "/lib/udev/rules.d",
    ]

    /// Looks at everything once and changes nothing: no file is written and no PC is asked. It comes to an end also where the
    /// service hangs.
    /// - Parameter includesVirtual: whether devices count that programs make; as the daemon has it where one runs.
    init(gatheredFor environment: [String: String], includesVirtual: Bool) throws(Failure) {
        let places = ServicePlaces(environment)
        let loop: EventLoop
        let monitor: DeviceMonitor
        do throws(SystemError) {
            loop = try EventLoop()
            monitor = try DeviceMonitor(loop: loop, includesVirtual: true)
        } catch { throw .system(error) }
        let service = ServiceFacts(askedAt: places, loop)
        let profile = ProfileInUse(environment, places, service.diagnosis)
        let bluetooth = BluetoothAdapters()
        self.init(
            places: places.kind, version: VersionCommand.programVersion, kernel: VersionCommand.kernel,
            time: WallClock.time, isClockSynchronised: WallClock.isSynchronised, user: User(),
            rulesPath: Self.rulesDirectories.map { "\($0)/\(Self.rulesName)" }.first { access($0, F_OK) == 0 },
            devices: [], usesVirtual: includesVirtual || service.diagnosis?.includesVirtual ?? false, profile: profile,
            lightProblem: nil,
            adapters: bluetooth.all.map {
                Adapter(name: $0.name, isBlocked: $0.isBlocked, isHardBlocked: $0.isHardBlocked)
            },
            kernelHasBluetooth: bluetooth.kernelHasBluetooth, mayUseBluetooth: Self.hasBluetoothRights,
            pcs: SavedPCs(places, service.diagnosis), service: service)
        lightProblem = goodProfile?.announcements.light.flatMap { Self.problem(ofLight: $0, places.kind) }
        // A daemon that answers says itself what it could not have.
        let wanted = service.diagnosis == nil ? goodProfile : nil
        devices = PhysicalDevice.grouping(monitor.nodes).map { Device($0, wantedBy: wanted, usesVirtual, loop) }
    }

    /// CAP_NET_ADMIN and CAP_NET_RAW, by their numbers in linux/capability.h.
    private static var hasBluetoothRights: Bool {
        let status = SmallFile.text("/proc/self/status") ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let bits = line.flatMap { UInt64($0.dropFirst(7).drop { $0 == "\t" || $0 == " " }, radix: 16) } ?? 0
        return bits >> 12 & 0b11 == 0b11
    }
}

extension BoxFacts.User {
    fileprivate init() {
        let entry = getgrnam(ServicePlaces.group)
        let group = entry?.pointee.gr_gid
        name = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
        isRoot = geteuid() == 0
        groupExists = entry != nil
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        let count = getgroups(CInt(groups.count), &groups)
        processIsInGroup = group.map { groups.prefix(max(0, Int(count))).contains($0) || getegid() == $0 } ?? false
        isListedInGroup = false
        guard var member = entry?.pointee.gr_mem else { return }
        while let found = member.pointee {
            if String(cString: found) == name { isListedInGroup = true }
            member += 1
        }
    }
}

// MARK: Devices

extension BoxFacts.Device {
    fileprivate init(_ device: PhysicalDevice, wantedBy profile: Profile?, _ usesVirtual: Bool, _ loop: EventLoop) {
        let nodes = device.nodes.filter(\.canBeSwitch)
        let isWanted = { (node: NodeDescription) in
            (usesVirtual || !node.isVirtual) && (profile?.devices.contains { $0.describes(node.identity) } ?? false)
        }
        self.device = device
        owners = nodes.lazy.compactMap { DeviceOwners.names(of: $0.devnode) }.first
        isTaken = nodes.contains { isWanted($0) && Self.isTaken($0, loop) }
        serviceMayUse = nodes.allSatisfy { Self.serviceMayUse($0.devnode) }
        percentLeft = nodes.lazy.compactMap { Self.percentLeft(of: $0) }.first
    }

    /// Tries to capture it, and gives it back at once. Not while something is down there: others would not see it go up.
    private static func isTaken(_ node: NodeDescription, _ loop: EventLoop) -> Bool {
        do throws(DeviceError) {
            let reader = try DeviceReader(node: node, id: DeviceID(0), loop: loop) { _ in }
            guard reader.down.isEmpty else { return false }
            try reader.grab()
            reader.ungrab()
            return false
        } catch {
            if case .busy = error { return true }
            return false
        }
    }

    private static func serviceMayUse(_ devnode: String) -> Bool {
        GroupAccess.isOpen(devnode, 0o060)
    }

    /// Of a Bluetooth or USB device that tells it (Documentation/ABI/testing/sysfs-class-power).
    private static func percentLeft(of node: NodeDescription) -> Int? {
        guard let end = node.syspath.range(of: "/input/")?.lowerBound else { return nil }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob("\(node.syspath[..<end])/power_supply/*/capacity", 0, nil, &found) == 0, let path = found.gl_pathv[0]
        else { return nil }
        return SmallFile.text(String(cString: path)).flatMap { Int($0.filter { !$0.isWhitespace }) }
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<Index>? {
        ranges(of: part).first
    }
}

extension BoxFacts {
    /// For whoever is to switch it: the service by its group, or this user.
    fileprivate static func problem(ofLight name: String, _ places: ServicePlaces.Kind) -> LightProblem? {
        switch places {
        case .system: BoxLight.problem(of: name) { GroupAccess.isOpen($0, 0o020) }
        case .user: BoxLight.problem(of: name)
        }
    }
}

/// What files let the service's group do.
private enum GroupAccess {
    static func isOpen(_ path: String, _ mode: mode_t) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, let group = getgrnam(ServicePlaces.group)?.pointee.gr_gid else { return false }
        return status.st_gid == group && status.st_mode & mode == mode
    }
}

// MARK: The profile

extension BoxFacts.ProfileInUse {
    /// The one that the daemon has, else the one that the service used last, else the only one.
    fileprivate init(_ environment: [String: String], _ places: ServicePlaces, _ diagnosis: Diagnosis?) {
        let profiles = ProfilePlaces(environment)
        guard access(profiles.userDirectory, R_OK) == 0 || errno != EACCES else {
            self = .none(Sentence(.serviceNotPermitted, ["group": ServicePlaces.group]))
            return
        }
        let chosen = (try? StateGlance.directory(of: places)).flatMap { try? ServiceChoices(readingFrom: $0) }?.profile
        let yours = profiles.yours
        let inUse = diagnosis?.profilePath.flatMap { path in yours.first { $0.path == path } }
        if let found = inUse ?? yours.first(where: { $0.name == chosen }) {
            self.init(found)
            return
        }
        do throws(Failure) { self.init(try profiles.findOnly(else: .storeNoneChosen)) } catch {
            self = .none(error.shortSentence)
        }
    }

    private init(_ found: FoundProfile) {
        switch ProfileFile.load(path: found.path, names: EvdevNames()) {
        case .success(let profile): self = .good(name: found.name, path: found.path, profile)
        case .failure(let problems): self = .bad(name: found.name, problems)
        }
    }
}

// MARK: PCs

extension BoxFacts.SavedPCs {
    fileprivate init(_ places: ServicePlaces, _ diagnosis: Diagnosis?) {
        if let diagnosis {
            self = .known(diagnosis.savedPCs)
            return
        }
        guard places.areOurs else {
            self = .unknown(nil)
            return
        }
        do throws(StateProblem) {
            let saved = try StateGlance.directory(of: places).map { directory throws(StateProblem) in
                try PCLink.SavedPCs(readingFrom: directory)
            }
            let chosen = saved?.chosen?.desktopID
            self = .known((saved?.all ?? []).map { BoxFacts.PC($0, isChosen: $0.desktopID == chosen) })
        } catch { self = .unknown(error.sentence) }
    }
}

extension BoxFacts.PC {
    fileprivate init(_ pc: SavedPC, isChosen: Bool) {
        self.init(
            id: pc.desktopID, name: pc.name, isChosen: isChosen, isAccessVoid: pc.isAccessVoid,
            isWireless: pc.socketPath == nil)
    }
}

/// A look at files of the state directory, which makes, mends and locks nothing.
enum StateGlance {
    /// Nil where there is none yet, or where it is somebody else's.
    static func directory(of places: ServicePlaces) throws(StateProblem) -> StateDirectory? {
        guard places.areOurs, access(places.stateDirectory, F_OK) == 0 else { return nil }
        return try StateDirectory(path: places.stateDirectory)
    }
}

/// Files of the kernel, which are small.
enum SmallFile {
    private static let limit = 16 * 1024

    static func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor(path: path, flags: O_RDONLY) else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(file.raw, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
