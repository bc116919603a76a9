/// The languages in which a text is looked for: the caller's, then those of the app in its order.
package enum FoodLanguages {
    package static func order(asked: String?, among languages: [String]) -> [String] {
        guard let asked, languages.contains(asked) else { return languages }
        return [asked] + languages.filter { $0 != asked }
    }
    package static func text(_ texts: [String: String], _ languages: [String]) -> String {
        languages.lazy.compactMap { texts[$0] }.first ?? texts.sorted { $0.key < $1.key }.first?.value ?? ""
    }
}
