import Contracts
import ServiceKit

extension Feature {
    /// What remains of people who erase their account.
    static let people = Feature(
        "people",
        reactions: [OnUserErased.self])
}
