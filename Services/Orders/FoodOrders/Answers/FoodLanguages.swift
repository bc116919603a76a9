/// Texts of restaurants and of the app, which exist in several languages.
package enum FoodLanguages {
    package static func text(_ texts: [String: String], _ languages: [String]) -> String {
        languages.lazy.compactMap { texts[$0] }.first ?? texts.sorted { $0.key < $1.key }.first?.value ?? ""
    }
}
