import Kernel

/// What an app may tell of what happens in it, as data of the tenant: `settings.catalog.shops.appEvents`.
package struct AppEventRules: Decodable, Sendable {
    package struct Rule: Decodable, Sendable {
        /// Properties that must be there.
        package let required: [String]
        /// They may be null.
        package let nullable: Bool
        private enum Key: String, CodingKey { case required, nullable }
        package init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            required = try values.decodeIfPresent([String].self, forKey: .required) ?? []
            nullable = try values.decodeIfPresent(Bool.self, forKey: .nullable) ?? false
        }
    }
    package let names: [String: Rule]
    /// The event that tells of a search, and the property that holds what was looked for.
    package let searchName: String?
    package let searchProperty: String?

    package init() { (names, searchName, searchProperty) = ([:], nil, nil) }
    private enum Key: String, CodingKey { case names, searchName, searchProperty }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        names = try values.decodeIfPresent([String: Rule].self, forKey: .names) ?? [:]
        searchName = try values.decodeIfPresent(String.self, forKey: .searchName)
        searchProperty = try values.decodeIfPresent(String.self, forKey: .searchProperty)
    }
}
