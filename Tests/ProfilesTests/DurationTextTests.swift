// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Profiles

@Suite struct DurationTextTests {
    @Test(
        "F14 times are exact whole milliseconds",
        arguments: [
            ("500ms", 500), ("0.5s", 500), ("0.5 s", 500), ("0ms", 0), ("2min", 120_000), ("0.001s", 1),
            ("1.250s", 1250),
            ("00300ms", 300), ("0.1min", 6000), ("5.0ms", 5), ("0.00005min", 3), ("0.0010000s", 1),
            ("999999999min", 59_999_999_940_000),
        ])
    func right(text: String, milliseconds: Int64) throws {
        #expect(try DurationText.read(text) == .milliseconds(milliseconds))
    }

    @Test(
        "What is no time says why",
        arguments: [
            ("300", DurationText.Failure.unitMissing), ("0", .unitMissing), ("0.5", .unitMissing), ("7 ", .unitMissing),
            ("0.5ms", .notWholeMilliseconds), ("0.0001s", .notWholeMilliseconds),
            ("0.000000001min", .notWholeMilliseconds),
            ("fast", .notDuration), ("s", .notDuration), (".5s", .notDuration), ("5.s", .notDuration),
            ("1.2.3s", .notDuration),
            ("-5ms", .notDuration), ("+5ms", .notDuration), ("5 sec", .notDuration), ("5S", .notDuration),
            ("0,5s", .notDuration),
            ("1h", .notDuration), ("٣s", .notDuration), ("1e3ms", .notDuration), ("5ms ", .notDuration),
            ("1000000000ms", .tooLong), ("0.0000000001s", .tooLong),
        ])
    func wrong(text: String, failure: DurationText.Failure) {
        #expect(throws: failure) { try DurationText.read(text) }
    }

    @Test(
        "Times are written in the largest unit that fits",
        arguments: [
            (0, "0ms"), (1, "1ms"), (999, "999ms"), (1000, "1s"), (1500, "1500ms"), (60_000, "1min"), (90_000, "90s"),
        ])
    func written(milliseconds: Int64, text: String) throws {
        #expect(DurationText.write(.milliseconds(milliseconds)) == text)
        #expect(try DurationText.read(text) == .milliseconds(milliseconds))
    }

    @Test("The longest time that is read is more than 292 years, and is written as it was")
    func longest() throws {
        let text = "999999999min"
        #expect(DurationText.write(try DurationText.read(text)) == text)
    }
}
