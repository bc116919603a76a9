import ServiceKit

extension FoodSettings {
    static let reference: [SettingDescription] = fields.map {
        SettingDescription("\(place).\($0.name)", $0.meaning, $0.range, $0.unit, usual: FoodSettings()[keyPath: $0.path])
    }
}
