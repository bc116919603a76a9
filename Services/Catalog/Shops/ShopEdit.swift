import CatalogKit
import Contracts
import Kernel

/// What somebody sends of a shop: a new one, or changes. Sent fields replace, others stay.
package struct ShopEdit: Codable, Sendable, Equatable {
    /// Language → name, from fields such as `nameFr`; empty takes a name away.
    package var names: [String: String] = [:]
    /// Languages whose name is not text: `ShopEditor` refuses them together with everything else that is wrong.
    package var languagesWithoutText: Set<String> = []
    package var categoryId: PatchField<Int> = .absent
    package var neighborhoodId: PatchField<Int> = .absent
    package var discountPercent: PatchField<Double> = .absent
    package var phone: PatchField<String> = .absent
    package var address: PatchField<String> = .absent
    package var latitude: PatchField<Double> = .absent
    package var longitude: PatchField<Double> = .absent
    package var openingHours: PatchField<JSONValue> = .absent
    package var specialDays: PatchField<JSONValue> = .absent
    package var vendorUserIds: PatchField<[String]> = .absent
    package init() {}

    private enum Key: String, CodingKey {
        case categoryId, neighborhoodId, discountPercent, phone, address, latitude, longitude, openingHours, specialDays, vendorUserIds
    }
    package init(from decoder: any Decoder) throws {
        (names, languagesWithoutText) = try LanguageFields.read("name", from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        categoryId = try values.decode(PatchField<Int>.self, forKey: .categoryId)
        neighborhoodId = try values.decode(PatchField<Int>.self, forKey: .neighborhoodId)
        discountPercent = try values.decode(PatchField<Double>.self, forKey: .discountPercent)
        phone = try values.decode(PatchField<String>.self, forKey: .phone)
        address = try values.decode(PatchField<String>.self, forKey: .address)
        latitude = try values.decode(PatchField<Double>.self, forKey: .latitude)
        longitude = try values.decode(PatchField<Double>.self, forKey: .longitude)
        openingHours = try values.decode(PatchField<JSONValue>.self, forKey: .openingHours)
        specialDays = try values.decode(PatchField<JSONValue>.self, forKey: .specialDays)
        vendorUserIds = try values.decode(PatchField<[String]>.self, forKey: .vendorUserIds)
    }
    package func encode(to encoder: any Encoder) throws {
        try LanguageFields.write(names, "name", to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(categoryId, forKey: .categoryId)
        try values.encode(neighborhoodId, forKey: .neighborhoodId)
        try values.encode(discountPercent, forKey: .discountPercent)
        try values.encode(phone, forKey: .phone)
        try values.encode(address, forKey: .address)
        try values.encode(latitude, forKey: .latitude)
        try values.encode(longitude, forKey: .longitude)
        try values.encode(openingHours, forKey: .openingHours)
        try values.encode(specialDays, forKey: .specialDays)
        try values.encode(vendorUserIds, forKey: .vendorUserIds)
    }

    /// Only what people who work there may change.
    package var byStaff: ShopEdit {
        var edit = ShopEdit()
        (edit.phone, edit.openingHours, edit.specialDays) = (phone, openingHours, specialDays)
        return edit
    }
}

/// Fields whose names end in a language: `nameFr`, `nameAr`. Which languages count is the tenant's matter.
enum LanguageFields {
    private struct AnyKey: CodingKey {
        let stringValue: String
        init(stringValue: String) { self.stringValue = stringValue }
        init(_ text: String) { stringValue = text }
        var intValue: Int? { nil }
        init?(intValue: Int) { nil }
    }
    /// Null reads as empty.
    static func read(_ name: String, from decoder: any Decoder) throws -> (texts: [String: String], languagesWithoutText: Set<String>) {
        let values = try decoder.container(keyedBy: AnyKey.self)
        var texts: [String: String] = [:], others: Set<String> = []
        for key in values.allKeys where key.stringValue.hasPrefix(name) {
            let language = key.stringValue.dropFirst(name.count).lowercased()
            // One spelling of each: keys come in no order, so of two the last would be another one at each replay.
            guard (2...3).contains(language.utf8.count), key.stringValue == LanguageSelection.field(name, language) else { continue }
            do {
                texts[language] = try values.decodeIfPresent(String.self, forKey: key) ?? ""
            } catch is DecodingError {
                others.insert(language)
            }
        }
        return (texts, others)
    }
    static func write(_ texts: [String: String], _ name: String, to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        for (language, text) in texts { try values.encode(text, forKey: AnyKey(LanguageSelection.field(name, language))) }
    }
}
