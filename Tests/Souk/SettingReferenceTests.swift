import Contracts
import Foundation
import Kernel
import ServiceKit
import SoukTool
import Testing

@Suite("The reference of settings says what plugins check and types have")
struct SettingReferenceTests {
    private static let catalogue = InstalledServices.catalogue
    private static let tenants: [TenantDefinition] = {
        let folders = ["deploy/tenants", "Tests/EndToEndApps/tenants"].map { "\(repository)/\($0)" }
        let paths = folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { "\(folder)/\($0)" }
        }
        return (try? TenantFile.load(paths: paths, catalogue: catalogue).map(\.definition)) ?? []
    }()

    struct Described {
        let service: ServiceName
        let plugin: PluginDeclaration
        let setting: SettingDescription
        let definition: TenantDefinition
        var settings: JSONValue { definition.settings[service.rawValue] ?? .object([:]) }
        /// Names of the path: `*` is some name, `[]` the first of a list.
        var names: [String] { setting.path.replacing("[]", with: ".[]").split(separator: ".").map(String.init) }
        func problems(_ settings: JSONValue) -> [(path: String, message: String)] { plugin.check(settings, definition) }
    }
    /// Each setting with an app that has it, else one that mounts its plugin, else an empty one.
    private static var described: [Described] {
        catalogue.plugins.sorted { $0.key < $1.key }.flatMap { service, plugins in
            plugins.flatMap { plugin in
                let apps = tenants.filter { $0.has(plugin: plugin.name, of: service) }
                return catalogue.reference(of: plugin.name, in: service).map { setting in
                    let app = apps.first { $0.settings[service.rawValue]?.at(setting.path) != nil } ?? apps.first
                    return Described(service: service, plugin: plugin, setting: setting,
                                     definition: app ?? TenantDefinition(tenant: "t", name: "T", currency: .eur))
                }
            }
        }
    }

    private static func leaves(of value: JSONValue, _ path: [String] = []) -> [[String]] {
        switch value {
        case .object(let members) where !members.isEmpty:
            members.sorted { $0.key < $1.key }.flatMap { leaves(of: $0.value, path + [$0.key]) }
        case .array(let values) where values.contains { $0.object != nil }: values.flatMap { leaves(of: $0, path + ["[]"]) }
        default: [path]
        }
    }
    private static func put(_ new: JSONValue?, at names: ArraySlice<String>, in value: JSONValue?) -> JSONValue? {
        guard let name = names.first else { return new }
        if name == "[]" {
            var values = value?.array ?? []
            let first = put(new, at: names.dropFirst(), in: values.first)
            if let first { values = [first] + values.dropFirst() }
            return .array(values)
        }
        var members = value?.object ?? [:]
        let key = name == "*" ? members.keys.min() ?? "some" : name
        members[key] = put(new, at: names.dropFirst(), in: members[key])
        return .object(members)
    }

    @Test("Every setting in the tenant files of this repository is described")
    func complete() {
        #expect(Self.tenants.count >= 5)
        for definition in Self.tenants {
            for (service, settings) in definition.settings {
                let reference = (Self.catalogue.references[ServiceName(service)] ?? [:]).values.flatMap { $0 }
                for path in Self.leaves(of: settings) {
                    #expect(reference.contains { $0.covers(path) },
                            "\(definition.tenant): settings.\(service).\(path.joined(separator: "."))")
                }
            }
        }
    }

    @Test("Everything described is read")
    func read() {
        let nonsense = JSONValue.array([.array([.array([.array([])])])])
        for described in Self.described {
            guard let settings = Self.put(nonsense, at: described.names[...], in: described.settings) else { continue }
            let unread = SettingsReading.unread(in: settings, by: (Self.catalogue[described.service] ?? []).flatMap(\.reads))
            #expect(unread.isEmpty, "\(described.service).\(described.setting.path)")
            let unknown = described.problems(settings).filter {
                $0.message.contains("is not a setting") || $0.message.contains("is not known")
            }
            #expect(unknown.isEmpty, "\(described.service).\(described.setting.path): \(unknown)")
        }
    }

    @Test("Limits are those that the plugin checks")
    func limits() {
        var count = 0
        for described in Self.described {
            guard let range = described.setting.range, !described.names.contains("*"), !described.names.contains("[]") else { continue }
            count += 1
            func complaints(_ value: Int) -> [String] {
                guard let settings = Self.put(.int(value), at: described.names[...], in: described.settings) else { return [] }
                return described.problems(settings).filter { $0.path == described.setting.path }.map(\.message)
            }
            for value in [range.lowerBound, range.upperBound] {
                #expect(complaints(value).isEmpty, "\(described.service).\(described.setting.path): \(value) \(complaints(value))")
            }
            for value in [range.lowerBound - 1, range.upperBound + 1] {
                #expect(!complaints(value).isEmpty, "\(described.service).\(described.setting.path): \(value) is let through")
            }
        }
        #expect(count > 40)
    }

    @Test("What is said to be usual is what the type has without the setting")
    func usualValues() {
        var count = 0
        for described in Self.described {
            guard var usual = described.setting.usual, !described.names.contains("*"), !described.names.contains("[]"), usual.hasPrefix("[")
                  || !usual.contains(" ") else { continue }
            if usual.hasPrefix("\""), usual.hasSuffix("\"") { usual = String(usual.dropFirst().dropLast()) }
            let settings = Self.put(nil, at: described.names[...], in: described.settings) ?? .object([:])
            for case .values(let type, let place) in described.plugin.reads {
                let start = place.split(separator: ".").map(String.init)
                guard Array(described.names.prefix(start.count)) == start, let own = Self.decoded(type, settings.at(place) ?? .object([:])),
                    let value = Self.member(described.names.dropFirst(start.count), of: own), let text = Self.text(value)
                else { continue }
                count += 1
                #expect(text == usual, "\(described.service).\(described.setting.path)")
            }
        }
        #expect(count > 40)
    }

    private static func decoded(_ type: any (Decodable & Sendable).Type, _ value: JSONValue) -> Any? {
        func decode<T: Decodable & Sendable>(_: T.Type) -> Any? { try? value.decoded(as: T.self) }
        return decode(type)
    }
    private static func member(_ names: ArraySlice<String>, of value: Any) -> Any? {
        guard let name = names.first else { return value }
        return Mirror(reflecting: value).children.first { $0.label == name }.flatMap { member(names.dropFirst(), of: $0.value) }
    }
    private static func text(_ value: Any) -> String? {
        switch value {
        case let number as Int: "\(number)"
        case let flag as Bool: "\(flag)"
        case let text as String: text
        case let numbers as [Int]: "\(numbers)"
        case let texts as [String]: "[\(texts.joined(separator: ", "))]"
        default: nil
        }
    }

    @Test("The app of the document is a good tenant file")
    func example() throws {
        let text = try #require(TenantsDocument().text.split(separator: "```yaml\n").dropFirst().first?.split(separator: "```").first)
        let file = try TenantFile(YAMLFile(path: "kino.yml", text: String(text)), catalogue: InstalledServices.catalogue)
        #expect(file.definition.tenant == "kino" && file.definition.has(plugin: "ticket-sale", of: "orders"))
    }
}
