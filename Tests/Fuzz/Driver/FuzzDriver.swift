// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What libFuzzer calls (https://llvm.org/docs/LibFuzzer.html), with the one target that the environment names.
private let target: FuzzTarget = {
    let name = getenv("SWITCHBRIDGE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
        exit(2)
    }
    return target
}()

/// With `SWITCHBRIDGE_FUZZ_SEEDS` the target's seeds are written into that directory, and that is all.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutablePointer<CInt>, _: UnsafeMutableRawPointer) -> CInt {
    let target = target
    guard let directory = getenv("SWITCHBRIDGE_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
    do {
        for (number, seed) in try target.seeds().enumerated() {
            guard let file = fopen("\(directory)/seed-\(number)", "w") else { exit(1) }
            fwrite(seed, 1, seed.count, file)
            fclose(file)
        }
        exit(0)
    } catch {
        print(error)
        exit(1)
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do { try target.run(Array(UnsafeBufferPointer(start: start, count: count))) } catch {
        fatalError("\(target.name): \(error)")
    }
    return 0
}
