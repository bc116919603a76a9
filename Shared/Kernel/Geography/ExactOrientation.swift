// By hand: whether a point lies on a border must not depend on rounding, and the standard library has no exact sums of products.

/// On which side of a line a point lies, exactly (Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997).
enum ExactOrientation {
    /// Twice the rounding error that the plain determinant can have, in parts of its terms.
    private static let errorBound = 3.3306690738754716e-16

    /// 1: counterclockwise (`c` lies left of the way from `a` to `b`), -1: clockwise, 0: on the line.
    static func sign(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Int {
        let left = (a.x - c.x) * (b.y - c.y)
        let right = (a.y - c.y) * (b.x - c.x)
        let plain = left - right
        if abs(plain) > errorBound * (abs(left) + abs(right)) { return plain > 0 ? 1 : -1 }
        return exactSign(a, b, c)
    }

    /// `ax·by − ax·cy − cx·by − ay·bx + ay·cx + cy·bx`, each product and the sum without rounding.
    private static func exactSign(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Int {
        let products = [(a.x, b.y), (-a.x, c.y), (-c.x, b.y), (-a.y, b.x), (a.y, c.x), (c.y, b.x)]
        // Terms that do not overlap, the smallest first: the last that is not zero has the sign of the sum.
        var sum: [Double] = []
        for (x, y) in products {
            let product = x * y
            for term in [(-product).addingProduct(x, y), product] {
                var carry = term
                var grown: [Double] = []
                for part in sum {
                    let (high, low) = exactSum(carry, part)
                    if low != 0 { grown.append(low) }
                    carry = high
                }
                if carry != 0 { grown.append(carry) }
                sum = grown
            }
        }
        guard let largest = sum.last else { return 0 }
        return largest > 0 ? 1 : -1
    }

    private static func exactSum(_ a: Double, _ b: Double) -> (high: Double, low: Double) {
        let high = a + b
        let virtual = high - a
        return (high, (a - (high - virtual)) + (b - virtual))
    }
}
