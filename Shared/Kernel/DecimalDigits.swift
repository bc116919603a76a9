/// The decimal digits of a number as its sender wrote them: the shortest text that stands for the same value. A binary
/// fraction has other digits, and rounding those differs from what a person reads.
public struct DecimalDigits: Sendable, Equatable {
    private let isNegative: Bool
    /// At most 17 digits.
    private let coefficient: Int
    private let exponent: Int

    /// Nil for what is not a number.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let parts = value.magnitude.description.split(separator: "e", maxSplits: 1)
        let mantissa = (parts.first ?? "0").split(separator: ".", maxSplits: 1)
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        guard let digits = Int((mantissa.first ?? "0") + fraction), let power = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
        (isNegative, coefficient, exponent) = (value < 0, digits, power - fraction.count)
    }

    /// The number in units of `10^-places`, half away from zero. Nil: too large.
    public func units(places: Int) -> (rounded: Int, isExact: Bool)? {
        var units = coefficient, dropped = 0
        var shift = exponent + places
        while shift > 0, units != 0 {
            let (product, overflow) = units.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            (units, shift) = (product, shift - 1)
        }
        var isExact = true
        while shift < 0, units != 0 || dropped != 0 {
            if dropped != 0 { isExact = false }
            (units, dropped) = (units / 10, units % 10)
            shift += 1
        }
        if dropped != 0 { isExact = false }
        if dropped >= 5 { units += 1 }
        return (isNegative ? -units : units, isExact)
    }
}
