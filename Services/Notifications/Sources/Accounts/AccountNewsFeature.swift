import Contracts
import ServiceKit

extension Feature {
    /// What accounts tell people.
    static let accountNews = Feature(
        "account-news",
        reactions: [OnOneTimeCode.self])
}
