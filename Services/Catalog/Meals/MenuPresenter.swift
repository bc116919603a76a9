import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel

/// Writes what people see of a menu.
package struct MenuPresenter {
    private let portions: PortionStock
    private let definition: TenantDefinition
    private let languages: [String]
    private let now: Timestamp
    /// Only those who manage the restaurant see how many portions are left.
    private let showsStock: Bool

    init(_ portions: PortionStock, definition: TenantDefinition, languages: [String], now: Timestamp, showsStock: Bool) {
        (self.portions, self.definition, self.languages) = (portions, definition, languages)
        (self.now, self.showsStock) = (now, showsStock)
    }

    func item(_ item: MenuItem, to writer: inout JSONWriter) {
        let free = portions.free(item)
        let isAvailable = item.isAvailable(at: now)
        writer.member("id", item.id)
        writer.member("restaurantId", item.restaurantID)
        writer.member("categoryId", item.categoryID?.rawValue)
        writer.texts("name", "names", item.names, languages)
        writer.texts("description", "descriptions", item.descriptions, languages)
        writer.member("price", Money(item.price, definition.currency))
        writer.member("imageId", item.imageID)
        writer.member("imageUrl", item.imageID.map { UploadURL.of($0, definition) })
        writer.member("tags", array: item.tags) { $0.value($1) }
        writer.member("available", isAvailable)
        writer.member("availableAgainAt", isAvailable ? nil : item.availableAgainAt?.wholeSecondsUp)
        writer.member("soldOut", free == 0)
        if showsStock { writer.member("stock", free) }
        writer.member("optionGroups", array: item.optionGroups) { writer, group in
            writer.object { self.group(group, to: &$0) }
        }
    }

    private func group(_ group: OptionGroup, to writer: inout JSONWriter) {
        writer.member("id", group.id)
        writer.texts("name", "names", group.names, languages)
        writer.member("min", group.min)
        writer.member("max", group.max)
        writer.member("options", array: group.options) { writer, option in
            writer.object { writer in
                writer.member("id", option.id)
                writer.texts("name", "names", option.names, languages)
                writer.member("priceDelta", Money(option.priceDelta, definition.currency))
                writer.member("available", option.isAvailable)
            }
        }
    }

    static func category(_ category: MenuCategory, languages: [String], to writer: inout JSONWriter) {
        writer.member("id", category.id)
        writer.member("restaurantId", category.restaurantID)
        writer.texts("name", "names", category.names, languages)
        writer.member("position", category.position)
    }
}

extension JSONWriter {
    /// A text in the reader's language (else the first one there is), and in all of them.
    mutating func texts(_ name: StaticString, _ all: StaticString, _ texts: [String: String], _ languages: [String]) {
        member(name, texts.text(in: languages))
        key(all)
        value(.object(texts.mapValues { .string($0) }))
    }
}

extension [String: String] {
    /// Texts by language: the first of these languages that there is one in.
    package func text(in languages: [String]) -> String? { languages.lazy.compactMap { self[$0] }.first }
}
