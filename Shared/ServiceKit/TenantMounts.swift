import Contracts
import Kernel

/// The plugins that a tenant file mounts, with the lines they are on.
///
///     plugins:
///       catalog: [things, { plugin: parts, prefix: /club }]
struct TenantMounts {
    private struct Mount: Hashable {
        let service: ServiceName
        let plugin: String
    }
    private var lines: [Mount: Int] = [:]
    private let form: YAMLForm
    private let catalogue: TenantCatalogue

    init(_ definition: inout TenantDefinition, _ form: YAMLForm, _ root: YAMLFile.Value, _ catalogue: TenantCatalogue) {
        (self.form, self.catalogue) = (form, catalogue)
        for (name, line, list) in form.members("plugins", in: root) {
            let service = ServiceName(name)
            guard let offered = catalogue[service] else {
                form.fail(line, "there is no service '\(name)'; services: \(catalogue.names)")
                continue
            }
            guard case .list(let items) = list.content else {
                form.fail(list.line, "'\(name)' must be a list of plugins")
                continue
            }
            for item in items {
                guard let (plugin, prefix, former) = read(item, of: name) else { continue }
                if !offered.contains(where: { $0.name == plugin }) {
                    let known = offered.map(\.name).sorted().joined(separator: ", ")
                    form.fail(item.line, "\(name) has no plugin '\(plugin)'" + (known.isEmpty ? "; it has none" : "; it has: \(known)"))
                } else if lines.updateValue(item.line, forKey: Mount(service: service, plugin: plugin)) != nil {
                    form.fail(item.line, "\(name) mounts '\(plugin)' twice")
                } else if let prefix, check(prefix, of: plugin, service, line: item.line) {
                    definition.prefixes = (definition.prefixes ?? [:]).merging([name: [plugin: prefix]]) {
                        $0.merging($1) { _, new in new }
                    }
                }
                if !former.isEmpty {
                    // `/` is a mount without a prefix.
                    let paths = former.filter { $0 == "/" || check($0, of: plugin, service, line: item.line) }.map { $0 == "/" ? "" : $0 }
                    if Set(paths).count < paths.count || paths.contains(prefix ?? "") {
                        form.fail(item.line, "'former' of \(plugin) names a prefix twice")
                    }
                    definition.formerPrefixes = (definition.formerPrefixes ?? [:])
                        .merging([name: [plugin: paths]]) { $0.merging($1) { _, new in new } }
                }
                definition.plugins[name, default: []].append(plugin)
            }
            if items.isEmpty { definition.plugins[name] = [] }
        }
    }

    private func read(_ item: YAMLFile.Value, of service: String) -> (plugin: String, prefix: String?, former: [String])? {
        switch item.content {
        case .scalar(.string(let plugin)): return (plugin, nil, [])
        case .mapping:
            form.allow(["plugin", "prefix", "former"], in: item, what: "a plugin")
            let plugin = form.text("plugin", in: item)
            let former = form.texts("former", in: item).map(\.text)
            // Who has moved back to the base path writes `former` alone.
            let prefix = item["prefix"] == nil && !former.isEmpty ? nil : form.text("prefix", in: item)
            return plugin.isEmpty ? nil : (plugin, prefix, former)
        case .scalar, .list:
            form.fail(item.line, "'\(service)' must hold names of plugins, or { plugin: …, prefix: /… }")
            return nil
        }
    }

    /// A prefix moves the routes below the base path. Pages at the root keep their addresses, because links to them were mailed.
    private func check(_ prefix: String, of plugin: String, _ service: ServiceName, line: Int) -> Bool {
        guard !prefix.isEmpty else { return false }  // Refused before.
        let segments = prefix.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let isPath = prefix.hasPrefix("/") && segments.allSatisfy { segment in
            !segment.isEmpty && segment.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
        }
        if !isPath { form.fail(line, "the prefix '\(prefix)' of \(plugin) must be a path of lower case letters, digits and dashes: /club") }
        let isUsed = catalogue.routes.contains { $0.service == service && $0.plugin == plugin && $0.isMovable }
        if isPath, !isUsed { form.fail(line, "\(service)'s '\(plugin)' has no routes below the base path that a prefix could move") }
        return isPath && isUsed
    }

    /// Two owners of one method and path: each pair is one problem, on the line of the later plugin.
    func checkRoutes(_ definition: TenantDefinition) {
        var clashes: [[RouteClaim]: [String]] = [:]
        for (shape, claims) in RouteClaim.clashes(catalogue.routes, in: definition) {
            let owners = Dictionary(claims.map { ($0.owner, $0) }) { first, _ in first }.values.sorted {
                (line(of: $0), $0.owner) < (line(of: $1), $1.owner)
            }
            // The same for all clashes of these owners.
            clashes[owners.map { RouteClaim("", "", service: $0.service, plugin: $0.plugin, isAtRoot: $0.isAtRoot) }, default: []].append(
                shape)
        }
        for (owners, shapes) in clashes {
            let named = owners.map { owner in
                owner.plugin.map { "\(owner.service)'s '\($0)' (line \(line(of: owner)))" } ?? "\(owner.service) (for every tenant)"
            }
            let movable = owners.last { $0.isMovable }
            let advice = movable.map { "; give one a prefix: { plugin: \($0.plugin ?? ""), prefix: /… }" } ?? "; mount one of them only"
            form.fail(owners.last.map(line) ?? 1,
                      "\(named.joined(separator: " and ")) claim the same routes: \(shapes.joined(separator: ", "))\(advice)")
        }
    }

    /// Service → plugin → the line of its mount.
    var places: [String: [String: Int]] {
        lines.reduce(into: [:]) { places, mount in places[mount.key.service.rawValue, default: [:]][mount.key.plugin] = mount.value }
    }

    private func line(of claim: RouteClaim) -> Int { claim.plugin.flatMap { lines[Mount(service: claim.service, plugin: $0)] } ?? 0 }
}
