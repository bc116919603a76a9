import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /app-config`: what the app of a tenant with partner shops starts with.
package struct ShopAppConfig: Query {
    package static let type: MessageType = "catalog.shop-app-config.v1"

    package func answer(in view: CatalogView) throws -> JSONBody {
        let settings = try view.shopSettings()
        let membership = try view.definition.shared(MembershipTerms.self, in: .catalog)
        let contact = try view.definition.shared(SupportContact.self, in: .catalog)
        let currency = view.definition.currency
        let shops = try view.shops.activeCount()
        return JSONBody(capacity: 2048) { (writer: inout JSONWriter) in
            writer.member("minSupportedVersion", settings.app.minSupportedVersion)
            writer.member("latestVersion", settings.app.latestVersion)
            writer.member("features") { $0.member("inAppPayments", membership.inAppOrders) }
            writer.member("plans", array: membership.plans) { writer, plan in
                writer.object { writer in
                    writer.member("months", plan.months)
                    writer.member("price", Money(plan.price, currency))
                    writer.member("pricePerMonth", Money(plan.price / plan.months, currency))
                    writer.member("savingPercent", membership.savingPercent(plan))
                }
            }
            writer.member("nearby") { writer in
                writer.member("defaultRadiusKm", settings.nearby.defaultRadiusKm)
                writer.member("maxRadiusKm", settings.nearby.maxRadiusKm)
                writer.member("radiusChoicesKm", array: settings.nearby.radiusChoicesKm) { $0.value($1) }
            }
            writer.member("counts") { writer in
                writer.member("shops", shops)
                writer.member("categories", settings.categories.count)
                writer.member("neighborhoods", settings.neighborhoods.count)
            }
            writer.member("languages", array: view.definition.languages) { $0.value($1) }
            writer.member("support") { writer in
                writer.member("email", contact.supportEmail)
                writer.member("phone", settings.support?.phone)
            }
        }
    }
}
