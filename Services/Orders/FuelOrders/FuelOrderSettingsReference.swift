import ServiceKit

extension FuelOrderSettings {
    static let reference: [SettingDescription] = fields.map {
        SettingDescription("\(place).\($0.name)", $0.meaning, $0.range, $0.unit, usual: FuelOrderSettings()[keyPath: $0.path])
    }
}
