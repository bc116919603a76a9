import Kernel
import ServiceKit

/// `GET /` in development: the apps on this platform, with links to their routes.
enum AppsPage {
    static func make(_ directory: TenantDirectory) -> [UInt8] {
        let rows = directory.tenants.values.sorted { $0.tenant < $1.tenant }.map { tenant -> Markup in
            let root = "/t/\(tenant.tenant)"
            return """
                <dt>\(tenant.definition.name)</dt>
                <dd><a href="\(root)/docs">routes</a> · <a href="\(root)/openapi.json">openapi.json</a> · starts at \
                \(root + tenant.basePath)</dd>
                """
        }
        let list: Markup = rows.isEmpty ? "<p>None. Apply one: souk tenant apply my-app.yml</p>" : "<dl>\(rows)</dl>"
        return Array(PageFrame(language: "en", title: "Apps").page("<h1>Apps</h1>\(list)").html.utf8)
    }
}
