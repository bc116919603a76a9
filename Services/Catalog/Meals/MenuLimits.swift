/// How large a menu may be. Amounts are in minor units of a currency with two of them.
enum MenuLimits {
    static let categories = 40
    static let liveItems = 500
    static let optionGroups = 10
    static let options = 1...30
    static let tags = 10
    static let tag = 1...30
    static let name = 1...80
    static let description = 500
    static let positions = 0...10_000
    /// The position of a category that comes without one.
    static func position(after others: [MenuCategory]) -> Int {
        min(positions.upperBound, (others.map(\.position).max() ?? -1) + 1)
    }
    static let stock = 0...9999
    /// In whole units of the currency.
    static let price = 10_000
}
