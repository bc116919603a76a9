import Kernel

/// The platform's fee on one sale, and which part of it each refund reverses. Orders and payments compute it from the same numbers, in
/// the order in which refunds succeed, so both say the same.
public struct PlatformFee: Sendable, Equatable {
    /// Minor units of the sale.
    public let gross: Int
    public let fee: Int
    public init(gross: Int, fee: Int) { (self.gross, self.fee) = (gross, fee) }

    /// The percentage the sale was booked with: tenants may change theirs later. A sale of a few minor units fits several; the usual one
    /// is preferred then. Nil: the fee is not a whole percentage.
    func percent(usual: Int) -> Int? {
        func fits(_ percent: Int) -> Bool { Self.share(of: gross, percent) == fee }
        return fits(usual) ? usual : (0...100).first(where: fits)
    }

    /// The part of the fee that goes back with a refund: its share, rounded half up, at most what is left. The last refund takes the rest.
    /// - Parameters:
    ///   - refunded: what went back before.
    ///   - reversed: the part of the fee that was reversed with it.
    ///   - usualPercent: the tenant's percentage today.
    public func reversal(of amount: Int, refunded: Int, reversed: Int, usualPercent: Int) -> Int {
        let rest = max(0, fee - reversed)
        let (total, overflow) = refunded.addingReportingOverflow(amount)
        if overflow || total >= gross { return rest }
        let share = percent(usual: usualPercent).map { Self.share(of: amount, $0) } ?? proportion(amount)
        return min(rest, share)
    }

    /// Minor units are rounded alike in every currency.
    private static func share(of amount: Int, _ percent: Int) -> Int { Money(amount, .ugx).share(percent: percent).amount }

    /// `amount × fee / gross`, rounded half up.
    private func proportion(_ amount: Int) -> Int {
        guard gross > 0, amount > 0 else { return 0 }
        let product = amount.magnitude.multipliedFullWidth(by: fee.magnitude)
        let (low, carries) = product.low.addingReportingOverflow(gross.magnitude / 2)
        let high = product.high + (carries ? 1 : 0)
        return high < gross.magnitude ? Int(clamping: gross.magnitude.dividingFullWidth((high, low)).quotient) : fee
    }
}
