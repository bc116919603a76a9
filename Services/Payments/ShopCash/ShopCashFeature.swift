import Contracts
import ServiceKit

extension Feature {
    /// Cash that shops take for the platform.
    package static let shopCash = Feature(
        "shop-cash",
        migrations: [CreateShopCash.self],
        commands: [RecordCash.self, VoidCash.self, SettleShopCash.self],
        reactions: [OnListingPublished.self, OnListingUpdated.self, OnListingWithdrawn.self],
        queries: [CashOfOwnShop.self, CashOfShop.self],
        publishes: [CashRecorded.self, CashVoided.self, CashSettled.self],
        routes: ShopCashRoutes.all,
        plugins: [PluginDeclaration(ShopCashRoutes.plugin)],
        texts: [ShopCashTexts.all])
}
