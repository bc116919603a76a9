import Contracts
import Foundation
import Kernel

/// A tenant definition as an operator writes it (`deploy/tenants/<tenant>.yml`), validated before it reaches a service.
public struct TenantFile: Sendable {
    public let path: String
    public let definition: TenantDefinition
    /// Service → plugin → the line of its mount.
    private let mounts: [String: [String: Int]]

    /// Has settings but no plugins: sign-in prompts, slugs, lower rate limits.
    private static let edge = "gateway"

    /// Reads and checks several files together (a host belongs to one tenant). Throws `FileProblems` with everything
    /// that is wrong in all of them.
    public static func load(paths: [String], catalogue: TenantCatalogue) throws -> [TenantFile] {
        var files: [TenantFile] = []
        var problems: [FileProblem] = []
        var owners: [String: String] = [:]
        for path in paths {
            do {
                let yaml = try YAMLFile(path: path)
                let file = try TenantFile(yaml, catalogue: catalogue)
                files.append(file)
                for claimed in file.definition.hosts + ["tenant name " + file.definition.tenant.rawValue] {
                    if let owner = owners[claimed] {
                        problems.append(
                            FileProblem(file: path, line: yaml.root.line(of: "hosts"), "\(claimed) already belongs to \(owner)"))
                    }
                    owners[claimed] = path
                }
            } catch let error as FileProblems { problems += error.problems }
        }
        guard problems.isEmpty else { throw FileProblems(problems) }
        return files
    }

    /// Throws `FileProblems` with all problems.
    public init(_ yaml: YAMLFile, catalogue: TenantCatalogue) throws {
        path = yaml.path
        let form = YAMLForm(file: yaml.path)
        let root = yaml.root
        form.allow(Self.reference.map(\.path), in: root, what: "a tenant")
        let tenantName = form.text("tenant", in: root)
        let tenant = TenantID(tenantName)
        if tenant == nil, !tenantName.isEmpty {
            form.fail(root.line(of: "tenant"), "'\(tenantName)' is no tenant name: lower case letters, digits and dashes, at most 40")
        }
        let currencyCode = form.text("currency", in: root)
        let currency = Currency(currencyCode)
        if currency == nil, !currencyCode.isEmpty {
            form.fail(root.line(of: "currency"),
                      "unknown currency '\(currencyCode)': write the code of an active currency of ISO 4217, such as EUR")
        }
        var definition = TenantDefinition(tenant: tenant ?? "unknown", name: form.text("name", in: root), currency: currency ?? .usd)
        Self.readAddresses(&definition, form, root)
        Self.readLocale(&definition, form, root)
        definition.sandbox = form.flag("sandbox", in: root, default: false)
        Self.readRoles(&definition, form, root)
        let mounts = TenantMounts(&definition, form, root, catalogue)
        for (service, line, settings) in form.members("settings", in: root) {
            guard catalogue[ServiceName(service)] != nil || service == Self.edge else {
                form.fail(line, "there is no service '\(service)'; services: \(catalogue.names), \(Self.edge)")
                continue
            }
            guard case .mapping = settings.content else {
                form.fail(settings.line, "settings of '\(service)' must be a mapping")
                continue
            }
            definition.settings[service] = settings.json
            Self.refuseCopies(in: settings, of: ServiceName(service), form)
        }
        if form.problems.isEmpty {
            Self.checkSettings(definition, form, root, catalogue)
            mounts.checkRoutes(definition)
        }
        try form.check()
        definition.fields = Self.fields(definition, catalogue)
        self.definition = definition
        self.mounts = mounts.places
    }

    /// What breaks addresses that people have if this file follows an earlier definition of the tenant: a mount that
    /// moves and does not name where it was.
    public func problems(following earlier: TenantDefinition) -> [FileProblem] {
        mounts.sorted { $0.key < $1.key }.flatMap { service, plugins in
            plugins.sorted { $0.key < $1.key }.compactMap { plugin, line -> FileProblem? in
                guard earlier.has(plugin: plugin, of: ServiceName(service)) else { return nil }
                let known = [definition.prefixes?[service]?[plugin] ?? ""] + (definition.formerPrefixes?[service]?[plugin] ?? [])
                let before = [earlier.prefixes?[service]?[plugin] ?? ""] + (earlier.formerPrefixes?[service]?[plugin] ?? [])
                let lost = before.filter { !known.contains($0) }.map { $0.isEmpty ? "/" : $0 }
                guard !lost.isEmpty else { return nil }
                let former = (lost + known.dropFirst().map { $0.isEmpty ? "/" : $0 }).joined(separator: ", ")
                let place = "\(service)'s '\(plugin)' was at \(lost.joined(separator: " and ")), and people have links to it"
                return FileProblem(file: path, line: line, place
                    + ": keep that prefix, or write { plugin: \(plugin), prefix: …, former: [\(former)] }")
            }
        }
    }

    private static func readAddresses(_ definition: inout TenantDefinition, _ form: YAMLForm, _ root: YAMLFile.Value) {
        for (host, line) in form.texts("hosts", in: root) {
            let isHost = host.utf8.count <= 253
                && host.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 46 } && host.contains(".")
            if !isHost { form.fail(line, "'\(host)' is no host name (lower case, no port)") }
            if definition.hosts.contains(host) { form.fail(line, "the host \(host) comes twice") }
            definition.hosts.append(host)
        }
        let basePath = form.text("basePath", in: root, default: "/api/v1")
        if !basePath.hasPrefix("/") || basePath.hasSuffix("/") {
            form.fail(root.line(of: "basePath"), "'basePath' starts with a slash and does not end with one")
        }
        definition.basePath = basePath
        let style = form.text("json", in: root, default: "camelCase")
        if let known = TenantDefinition.KeyStyle(rawValue: style) {
            definition.json = known
        } else {
            form.fail(root.line(of: "json"), "'json' must be camelCase or snake_case")
        }
    }

    private static func readLocale(_ definition: inout TenantDefinition, _ form: YAMLForm, _ root: YAMLFile.Value) {
        let zone = form.text("timezone", in: root, default: "UTC")
        // What services compute with: Foundation would also take names such as GMT+0330, which the tz database does not have.
        if (try? TimeZoneRules.named(zone)) == nil {
            form.fail(root.line(of: "timezone"), "unknown time zone '\(zone)'; write an IANA name such as Africa/Kampala")
        }
        definition.timezone = zone
        let languages = form.texts("languages", in: root)
        for (language, line) in languages where !(2...3).contains(language.utf8.count)
            || !language.utf8.allSatisfy({ (97...122).contains($0) }) {
            form.fail(line, "'\(language)' is no language code (ISO 639: en, fr, ar)")
        }
        if !languages.isEmpty { definition.languages = languages.map(\.text) }
        let prefix = form.text("phonePrefix", in: root, default: "-")
        definition.phonePrefix = prefix == "-" ? "" : prefix
        if prefix != "-", !prefix.hasPrefix("+") || Int(prefix.dropFirst()) == nil || prefix.utf8.count > 5 {
            form.fail(root.line(of: "phonePrefix"), "'phonePrefix' is a plus and a country code, in quotes: \"+256\"")
        }
    }

    private static func readRoles(_ definition: inout TenantDefinition, _ form: YAMLForm, _ root: YAMLFile.Value) {
        for (role, line, permissions) in form.members("roles", in: root) {
            let named = form.texts(permissions, named: role)
            for (permission, line) in named where permission.split(separator: ":").count != 2 {
                form.fail(line, "the permission '\(permission)' must have the form thing:action")
            }
            if role.isEmpty { form.fail(line, "a role needs a name") }
            definition.roles[role] = named.map(\.text)
        }
        if definition.roles.isEmpty { form.fail(root.line(of: "roles"), "'roles' must name at least one role") }
    }

    /// Only the owner of a shared setting may set it, because two copies could differ.
    private static func refuseCopies(in settings: YAMLFile.Value, of service: ServiceName, _ form: YAMLForm) {
        for type in TenantDefinition.sharedSettings {
            for copy in type.copies where copy.service == service && settings.json.at(copy.path) != nil {
                let place = ["settings", type.owner.rawValue, type.place, copy.name].filter { !$0.isEmpty }.joined(separator: ".")
                form.fail(settings.line(of: copy.path),
                          "settings.\(service).\(copy.path): every service reads \(place); write it there, once")
            }
        }
    }

    /// What the plugins of the tenant add to schemas of routes; nil: nothing.
    private static func fields(_ definition: TenantDefinition, _ catalogue: TenantCatalogue) -> [String: JSONValue]? {
        var fields: [String: JSONValue] = [:]
        for (service, plugins) in definition.plugins {
            for declaration in catalogue[ServiceName(service)] ?? [] where plugins.contains(declaration.name) {
                for (place, properties) in declaration.fields(definition) where !properties.isEmpty {
                    fields[place] = .object(properties.mapValues(\.json).merging(fields[place]?.object ?? [:]) { new, _ in new })
                }
            }
        }
        return fields.isEmpty ? nil : fields
    }

    /// Runs the plugins' checks and adds the line to each problem.
    private static func checkSettings(_ definition: TenantDefinition, _ form: YAMLForm, _ root: YAMLFile.Value,
                                      _ catalogue: TenantCatalogue) {
        // The gateway's settings exist for every tenant.
        let named = definition.plugins.merging([edge: (catalogue[ServiceName(edge)] ?? []).map(\.name)]) { _, all in all }
        for (service, plugins) in named.sorted(by: { $0.key < $1.key }) {
            let settings = definition.settings[service] ?? .object([:])
            for declaration in catalogue[ServiceName(service)] ?? [] where plugins.contains(declaration.name) {
                for problem in declaration.check(settings, definition) {
                    let path = ["settings", service, problem.path].filter { !$0.isEmpty }.joined(separator: ".")
                    form.fail(root.line(of: path), "\(path): \(problem.message)")
                }
            }
        }
        for type in TenantDefinition.sharedSettings {
            let service = type.owner.rawValue
            // Where a plugin of the owner is mounted, the plugin has checked them.
            guard definition.plugins[service]?.isEmpty ?? true else { continue }
            do { _ = try definition.shared(type, in: type.owner) } catch {
                for problem in SettingsProblem.of(error, at: type.place) {
                    form.fail(root.line(of: "settings.\(service).\(problem.path)"),
                              "settings.\(service).\(problem.path): \(problem.message)")
                }
            }
        }
        for (service, settings) in definition.settings.sorted(by: { $0.key < $1.key }) {
            let readings = (catalogue[ServiceName(service)] ?? []).flatMap(\.reads)
            for path in SettingsReading.unread(in: settings, by: readings) {
                form.fail(root.line(of: "settings.\(service).\(path)"), "settings.\(service).\(path): is not a setting of \(service)")
            }
        }
    }
}
