import Kernel
import Testing

@Suite("Decimal digits of numbers")
struct DecimalDigitsTests {
    @Test("A number is rounded by the digits that were sent, half away from zero", arguments: [
        (25.7617005, 6, 25_761_701, false), (-80.1918005, 6, -80_191_801, false), (15.8, 3, 15_800, true), (15.8001, 3, 15_800, false),
        (0.0005, 3, 1, false), (0.00049, 3, 0, false), (-0.0005, 3, -1, false), (1e-7, 6, 0, false), (1e3, 3, 1_000_000, true),
        (0, 3, 0, true), (.leastNonzeroMagnitude, 3, 0, false), (2.675, 2, 268, false), (1.005, 2, 101, false),
    ])
    func rounded(_ value: Double, _ places: Int, _ units: Int, _ isExact: Bool) throws {
        let found = try #require(DecimalDigits(value)?.units(places: places))
        #expect(found.rounded == units)
        #expect(found.isExact == isExact)
    }

    @Test("What is no number, or too large for one, has no units")
    func extremes() {
        #expect(DecimalDigits(.nan) == nil)
        #expect(DecimalDigits(.infinity) == nil)
        #expect(DecimalDigits(1e300)?.units(places: 3) == nil)
        #expect(DecimalDigits(-.greatestFiniteMagnitude)?.units(places: 0) == nil)
    }
}
