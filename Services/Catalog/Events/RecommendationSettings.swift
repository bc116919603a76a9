/// Points per signal, as a tenant may set them: `settings.catalog.recommendations`. What is not named keeps its default of the profile.
package struct RecommendationSettings: Decodable, Sendable {
    /// Profile → signal → points.
    package let weights: [String: [String: Int]]
    /// Profile → share of the signed-in users in percent; who is left gets `weighted`.
    package let split: [String: Int]

    package init(weights: [String: [String: Int]] = [:], split: [String: Int] = [:]) { (self.weights, self.split) = (weights, split) }
    private enum Key: String, CodingKey { case weights, split }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        weights = try values.decodeIfPresent([String: [String: Int]].self, forKey: .weights) ?? [:]
        split = try values.decodeIfPresent([String: Int].self, forKey: .split) ?? [:]
    }
}
