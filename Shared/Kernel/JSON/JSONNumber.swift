/// A whole number of up to 64 bits and a sign.
struct WholeNumber {
    let isNegative: Bool
    let magnitude: UInt64

    /// Nil when the type does not hold it.
    func exactly<T: FixedWidthInteger>(_ type: T.Type) -> T? {
        guard isNegative else { return T(exactly: magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return T(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
    }
}

extension ScannedJSON {
    /// The value of a number token if it has no fraction: `4`, `4.0` and `40e-1` are four. Nil: a fraction, or more than 64 bits.
    func wholeNumber(_ token: JSONToken) -> WholeNumber? {
        var magnitude: UInt64 = 0
        // Zeros count only when another digit follows them, so that 1.000… and 100…e-40 need no more than 64 bits.
        var (zeros, wholeZeros, decimals, decimalsUsed) = (0, 0, 0, 0)
        var isFraction = false
        var at = Int(token.start)
        let end = Int(token.end)
        let isNegative = bytes[at] == UInt8(ascii: "-")
        if isNegative { at += 1 }
        while at < end {
            let c = bytes[at]
            if c == UInt8(ascii: ".") {
                isFraction = true
            } else if c | 0x20 == UInt8(ascii: "e") {
                break
            } else {
                if isFraction { decimals += 1 }
                if c == UInt8(ascii: "0") {
                    zeros += 1
                    if !isFraction { wholeZeros += 1 }
                } else {
                    guard let shifted = Self.shifted(magnitude, by: zeros + 1) else { return nil }
                    let (sum, overflow) = shifted.addingReportingOverflow(UInt64(c - 48))
                    guard !overflow else { return nil }
                    (magnitude, zeros, wholeZeros, decimalsUsed) = (sum, 0, 0, decimals)
                }
            }
            at += 1
        }
        let shift = wholeZeros - decimalsUsed + exponent(at: at, end)
        guard magnitude != 0, shift != 0 else { return WholeNumber(isNegative: isNegative, magnitude: magnitude) }
        // The last digit is not zero, so what must be divided by ten has a fraction.
        guard shift > 0, let shifted = Self.shifted(magnitude, by: shift) else { return nil }
        return WholeNumber(isNegative: isNegative, magnitude: shifted)
    }

    private static func shifted(_ magnitude: UInt64, by digits: Int) -> UInt64? {
        guard magnitude != 0 else { return 0 }
        var result = magnitude
        for _ in 0..<digits {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            result = product
        }
        return result
    }

    /// What follows `e`, at most a million of either sign: more says nothing that a 64 bit number could hold.
    private func exponent(at e: Int, _ end: Int) -> Int {
        guard e < end else { return 0 }
        var at = e + 1
        let isNegative = bytes[at] == UInt8(ascii: "-")
        if isNegative || bytes[at] == UInt8(ascii: "+") { at += 1 }
        var value = 0
        while at < end {
            value = min(value * 10 + Int(bytes[at] - 48), 1_000_000)
            at += 1
        }
        return isNegative ? -value : value
    }

    /// Nil when it is beyond what a `Double` holds.
    func double(_ token: JSONToken) -> Double? {
        guard let value = Double(text(token)), value.isFinite else { return nil }
        return value
    }
}
