import CatalogKit
import Contracts
import Kernel

/// Applies what an owner sends to a menu item, and finds everything that is wrong with it.
struct MenuItemEditor {
    private var fields: MenuFields
    init(_ definition: TenantDefinition) { fields = MenuFields(definition) }

    /// The item with these fields over the old ones. Ids of groups and options that the item does not have are given anew.
    /// Throws 422 with every failing field.
    mutating func apply(_ edit: MenuItemEdit, to item: inout MenuItem, isNew: Bool, newID: () -> String) throws {
        if isNew || edit.names.isPresent { item.names = fields.texts("names", edit.names.over(nil), MenuLimits.name) }
        if isNew || edit.price.isPresent { item.price = fields.money("price", edit.price.over(nil), most: MenuLimits.price) ?? 0 }
        if isNew || edit.categoryId.isPresent {
            fields.check.require(edit.categoryId.over(nil) != nil, "categoryId", "is required")
        }
        if edit.descriptions.isPresent {
            item.descriptions = fields.texts("descriptions", edit.descriptions.over(nil), 1...MenuLimits.description, required: false,
                                             multiline: true)
        }
        if edit.tags.isPresent { item.tags = tags(edit.tags.over(nil) ?? []) }
        if edit.imageId.isPresent { item.imageID = edit.imageId.over(nil) }
        if let stock = edit.stock.over(nil) { fields.check.number("stock", stock, MenuLimits.stock) }
        if edit.optionGroups.isPresent {
            item.optionGroups = groups(edit.optionGroups.over(nil) ?? [], known: item.optionGroups, newID: newID)
        }
        try fields.check.check()
    }

    private mutating func tags(_ sent: [String]) -> [String] {
        fields.check.require(sent.count <= MenuLimits.tags, "tags", "must have at most \(MenuLimits.tags) entries")
        var tags: [String] = []
        for (index, tag) in sent.prefix(MenuLimits.tags).enumerated() {
            guard let text = fields.check.text("tags.\(index)", tag, MenuLimits.tag), !tags.contains(text) else { continue }
            tags.append(text)
        }
        return tags
    }

    // MARK: - Options

    private mutating func groups(_ sent: [JSONValue], known: [OptionGroup], newID: () -> String) -> [OptionGroup] {
        let most = MenuLimits.optionGroups
        fields.check.require(sent.count <= most, "optionGroups", "must have at most \(most) entries")
        var ids = Ids(known: Set(known.map(\.id) + known.flatMap(\.options).map(\.id)))
        return sent.prefix(most).enumerated().compactMap { group("optionGroups.\($0)", $1, &ids, newID) }
    }

    /// Ids of an item's groups and options: each is used once.
    private struct Ids {
        let known: Set<String>
        var used: Set<String> = []
        init(known: Set<String>) { self.known = known }
    }
    private mutating func id(_ field: String, _ sent: JSONValue?, _ ids: inout Ids, _ newID: () -> String) -> String {
        guard let id = sent?.string, ids.known.contains(id) else { return newID() }
        fields.check.require(ids.used.insert(id).inserted, "\(field).id", "comes twice")
        return id
    }

    private mutating func group(_ field: String, _ sent: JSONValue, _ ids: inout Ids, _ newID: () -> String) -> OptionGroup? {
        guard sent.object != nil else {
            fields.check.fail(field, "must be an object")
            return nil
        }
        let id = id(field, sent["id"], &ids, newID)
        let names = fields.texts("\(field).names", sent["names"], MenuLimits.name)
        let list = sent["options"]?.array ?? []
        let limits = MenuLimits.options
        fields.check.require(limits.contains(list.count), "\(field).options",
                             "must have \(limits.lowerBound) to \(limits.upperBound) entries")
        let options = list.prefix(limits.upperBound).enumerated().compactMap { option("\(field).options.\($0)", $1, &ids, newID) }
        let most = Swift.min(list.count, limits.upperBound)
        let max = fields.check.number("\(field).max", sent["max"]?.int, 1...Swift.max(1, most))
        let min = fields.check.number("\(field).min", sent["min"]?.int, 0...Swift.max(0, max ?? most))
        return OptionGroup(id: id, names: names, min: min ?? 0, max: max ?? 1, options: options)
    }

    private mutating func option(_ field: String, _ sent: JSONValue, _ ids: inout Ids, _ newID: () -> String) -> MenuOption? {
        guard sent.object != nil else {
            fields.check.fail(field, "must be an object")
            return nil
        }
        let available = sent["available"] ?? .null
        fields.check.require(available == .null || available.bool != nil, "\(field).available", "must be true or false")
        return MenuOption(id: id(field, sent["id"], &ids, newID), names: fields.texts("\(field).names", sent["names"], MenuLimits.name),
                          priceDelta: fields.money("\(field).priceDelta", sent["priceDelta"], most: MenuLimits.price) ?? 0,
                          isAvailable: available.bool ?? true)
    }
}
