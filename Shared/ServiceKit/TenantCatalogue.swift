import Kernel

/// What tenant files may refer to: services, their plugins and the plugins' routes.
public struct TenantCatalogue: Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var plugins: [ServiceName: [PluginDeclaration]] = [:]
    public private(set) var routes: [RouteClaim] = []
    /// Service → plugin → its settings, for people.
    public private(set) var references: [ServiceName: [String: [SettingDescription]]] = [:]

    public init() {}
    public init(dictionaryLiteral elements: (ServiceName, [PluginDeclaration])...) {
        for (service, plugins) in elements { add(service, plugins: plugins) }
    }
    public init(_ services: [any PlatformService.Type]) {
        for service in services { add(service) }
    }

    public mutating func add(_ service: ServiceName, plugins: [PluginDeclaration], routes: [RouteClaim] = [],
                             reference: [String: [SettingDescription]] = [:]) {
        self.plugins[service, default: []] += plugins
        self.routes += routes
        references[service, default: [:]].merge(reference) { $0 + $1 }
    }
    private mutating func add<Service: PlatformService>(_: Service.Type) {
        let contents = Service.contents
        add(Service.name, plugins: contents.plugins, routes: contents.routes.map { RouteClaim($0, of: Service.name) },
            reference: (Service.self as? any DescribesSettings.Type)?.settingsReference ?? [:])
    }

    public func reference(of plugin: String, in service: ServiceName) -> [SettingDescription] { references[service]?[plugin] ?? [] }
    public subscript(_ service: ServiceName) -> [PluginDeclaration]? { plugins[service] }
    var names: String { plugins.keys.map(\.rawValue).sorted().joined(separator: ", ") }
}

extension PlatformService {
    /// A catalogue of this service alone.
    public static var plugins: [PluginDeclaration] { contents.plugins }
}
