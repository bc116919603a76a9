import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /config`: what the app needs to know before anything else.
package struct AppConfig: Query {
    package static let type: MessageType = "catalog.app-config.v1"

    package func answer(in view: CatalogView) throws -> JSONBody {
        let settings = try view.settings()
        let definition = view.definition
        let contact = try definition.shared(SupportContact.self, in: .catalog)
        return JSONBody(capacity: 4096) { (writer: inout JSONWriter) in
            writer.member("currency", definition.currency.code)
            writer.member("timezone", definition.timezone)
            writer.member("categories", array: settings.categories) { writer, category in
                writer.object { writer in
                    writer.member("slug", category.slug)
                    writer.member("name", category.name)
                    writer.member("colorHex", category.colorHex)
                    writer.member("icon", category.icon)
                }
            }
            writer.member("ageRestrictions", array: settings.ageRestrictions) { $0.value($1) }
            writer.member("priceBands", array: PriceBand.allCases) { bands($1, settings.priceBands, to: &$0) }
            writer.member("paymentMethods", array: settings.paymentMethods) { $0.value($1) }
            writer.member("poster") { writer in
                writer.member("minWidth", PosterRules.minWidth)
                writer.member("minHeight", PosterRules.minHeight)
                writer.member("maxBytes", PosterRules.maxBytes)
                writer.member("types", array: PosterRules.types) { $0.value($1) }
            }
            limits(settings, to: &writer)
            writer.key("prompts")
            writer.raw((try? JSON.encode(definition.settings["gateway"]?["prompts"] ?? .object([:]))) ?? Array("{}".utf8))
            writer.member("legal") { writer in
                writer.member("terms", settings.legal.terms)
                writer.member("privacy", settings.legal.privacy)
                writer.member("organizerTerms", settings.legal.organizerTerms)
            }
            writer.member("support") { $0.member("email", contact.supportEmail ?? "") }
            // Wallet passes need a certificate of the phone's maker, which few tenants have.
            writer.member("features") { $0.member("walletPass", definition.has(plugin: "wallet-pass", of: "orders")) }
        }
    }

    private func bands(_ band: PriceBand, _ limits: CatalogSettings.PriceBands, to writer: inout JSONWriter) {
        let bounds: (min: Int, max: Int?) = switch band {
        case .free: (0, 0)
        case .budget: (1, limits.budget)
        case .moderate: (limits.budget + 1, limits.moderate)
        case .premium: (limits.moderate + 1, nil)
        }
        writer.object { writer in
            writer.member("key", band.rawValue)
            writer.member("min", bounds.min)
            writer.member("max", bounds.max)
        }
    }

    private func limits(_ settings: CatalogSettings, to writer: inout JSONWriter) {
        writer.member("limits") { writer in
            writer.member("maxTicketsPerOrder", settings.maxTicketsPerOrder)
            writer.member("maxTicketsPerUser", settings.maxTicketsPerUser)
            writer.member("paymentWindowMinutes", settings.paymentWindowMinutes)
            writer.member("waitlistOfferMinutes", settings.waitlistOfferMinutes)
            writer.member("refundDefaultHours", settings.refundDefaultHours)
            writer.member("changeRefundHours", settings.changeRefundHours)
            writer.member("adjacentMinutes", settings.adjacentMinutes)
            writer.member("doorsOpenMinutes", settings.doorsOpenMinutes)
        }
    }
}
