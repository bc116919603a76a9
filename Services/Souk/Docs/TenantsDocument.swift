import Contracts
import Kernel
import ServiceKit

/// `docs/tenants.md`: how an app is made, and every setting of its file.
public struct TenantsDocument {
    private let catalogue: TenantCatalogue

    public init(catalogue: TenantCatalogue = InstalledServices.catalogue) { self.catalogue = catalogue }

    public var text: String {
        var out = Self.introduction + "\n## The top of the file\n\n" + table(TenantFile.reference)
        out += Self.plugins
        out += "\n| service | plugins |\n|---|---|\n"
        for service in services where service != "gateway" {
            out += "| `\(service)` | \(plugins(of: service).map { "`\($0.name)`" }.joined(separator: ", ")) |\n"
        }
        out += Self.settings
        for service in services { out += section(service) }
        out += Self.sharedSettings + "\n| settings | of | read as |\n|---|---|---|\n"
        for type in TenantDefinition.sharedSettings {
            let place = ["settings", type.owner.rawValue, type.place].filter { !$0.isEmpty }.joined(separator: ".")
            out += "| `\(type)` | `\(place)` | `definition.shared(\(type).self, in: …)` |\n"
        }
        return out
    }

    private var services: [ServiceName] { catalogue.plugins.keys.sorted() }
    private func plugins(of service: ServiceName) -> [PluginDeclaration] { (catalogue[service] ?? []).sorted { $0.name < $1.name } }

    /// What several plugins of a service read stands first, once.
    private func section(_ service: ServiceName) -> String {
        let plugins = plugins(of: service)
        func reference(_ plugin: PluginDeclaration) -> [SettingDescription] { catalogue.reference(of: plugin.name, in: service) }
        var readers: [String: [String]] = [:]
        for plugin in plugins { for setting in reference(plugin) { readers[setting.path, default: []].append(plugin.name) } }
        guard !readers.isEmpty else { return "" }
        var out = "\n### `settings.\(service)`\n"
        var shown: Set<[String]> = []
        for plugin in plugins {
            for names in reference(plugin).compactMap({ readers[$0.path] }) where shown.insert(names).inserted {
                out += "\n" + (service == "gateway" ? "For every app:" : "Plugin \(names.map { "`\($0)`" }.joined(separator: ", ")):")
                    + "\n\n"
                out += table(reference(plugin).filter { readers[$0.path] == names })
            }
        }
        return out
    }

    private func table(_ settings: [SettingDescription]) -> String {
        var out = "| setting | meaning | limits | unit | if absent |\n|---|---|---|---|---|\n"
        for setting in settings {
            let usual = setting.usual.map { "`\($0)`" } ?? "required"
            out += "| `\(setting.path)` | \(cell(setting.meaning)) | \(cell(setting.limits)) | \(setting.unit) | \(cell(usual)) |\n"
        }
        return out
    }
    private func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

    private static let introduction = """
        # Apps: the tenant file

        Written by `souk docs` from the settings of the plugins; a test fails when it is stale. An app is one YAML file. It is checked as \
        a whole: every mistake is shown with its line.

        ## A new app in ten minutes

        Start the platform (`make run`), and save this as `kino.yml`: a cinema that sells tickets.

        ```yaml
        tenant: kino
        name: Kino am Eck
        currency: EUR
        timezone: Europe/Berlin
        languages: [en]
        phonePrefix: "+49"
        sandbox: true
        roles:
          visitor: []
          organizer: []
        plugins:
          auth: [password]
          catalog: [event]
          orders: [ticket-sale]
          payments-stub: [card]
          notifications: [in-app]
        settings:
          auth:
            defaultRole: visitor
            registrationRoles: [visitor, organizer]
          catalog:
            categories:
              - { slug: film, name: Film, colorHex: "#1E4D8C", icon: film }
            paymentMethods: [card]
            publicUrl: https://kino.example
            # In cents.
            priceBands: { budget: 900, moderate: 1500 }
          orders:
            numberPrefix: KE
          payments-stub:
            platformFeePercent: 3
        ```

        ```sh
        souk tenant check kino.yml      # every mistake with file and line
        souk tenant apply kino.yml      # the app is there: http://127.0.0.1:8080/t/kino/docs
        ```

        Its routes are at `/t/kino/docs`; `http://127.0.0.1:8080/` lists all apps of a platform in development. What is left to do is what \
        people do in it:

        | step | request below `/t/kino/api/v1` |
        |---|---|
        | the organizer registers | `POST /auth/register {"name", "email", "password", "role": "organizer"}` |
        | makes an event with a ticket type | `POST /events {"title", "description", "category": "film", "startDate", "endDate", "venue", \
        "ticketTypes"}` |
        | and opens the sale | `POST /events/{eventId}/publish` |
        | a visitor registers and orders | `POST /auth/register`, `POST /orders {"eventId", "items": [{"ticketTypeId", "quantity"}]}` |
        | pays with a test card | `POST /payments/{paymentId}/confirm {"method": {"type": "card", …}}` |
        | has a ticket | `GET /tickets`, `GET /tickets/{ticketId}/qr.png` |

        `Tests/EndToEndApps/new_app.py` does exactly this, with the file above.

        """

    private static let plugins = """

        ## Plugins

        `plugins` names what the app uses of each service; only these routes are there. Two plugins that have a route in common cannot be \
        mounted side by side, unless one has a prefix,
        which moves its routes below the base path (pages at the root stay): `catalog: [event, { plugin: partner-shop, prefix: /club }]`.

        """

    private static let settings = """

        ## Settings

        Names are paths below `settings.<service>`: `lockout.failuresMax` is `lockout: { failuresMax: … }`, `categories[].slug` is the \
        slug of each in a list, `pages.*.version` that of each name.
        Amounts are in the smallest unit of the app's currency.

        """

    private static let sharedSettings = """

        ## Settings that several services read

        They stand once, at their owner; a copy elsewhere is refused with the place to write it at \
        (docs/decisions/0020-a-setting-has-one-owner.md).

        """
}
