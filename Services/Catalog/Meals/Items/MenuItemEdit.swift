import CatalogKit
import Contracts
import Kernel

/// What an owner sends of a menu item: a new one, or changes. Sent fields replace, others stay.
package struct MenuItemEdit: Codable, Sendable, Equatable {
    package var categoryId: PatchField<String> = .absent
    package var names: PatchField<JSONValue> = .absent
    package var descriptions: PatchField<JSONValue> = .absent
    package var price: PatchField<JSONValue> = .absent
    package var imageId: PatchField<String> = .absent
    package var tags: PatchField<[String]> = .absent
    /// Free portions from now on.
    package var stock: PatchField<Int> = .absent
    /// The full list: what has a known id keeps it.
    package var optionGroups: PatchField<[JSONValue]> = .absent
    package init() {}
}
