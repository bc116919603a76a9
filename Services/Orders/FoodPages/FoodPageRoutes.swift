import Kernel
import OrdersFood
import OrdersPages
import ServiceKit

/// Pages for people without the app: who follows an order by its link, and a kitchen with a tablet.
enum FoodPageRoutes {
    private static let plugin = FoodSale.name
    private static let lang: [String: Schema] = ["lang": .string(2...5)]

    private static let trackingHeaders =
        PageStyle.headers(style: OrderPageStyle.css, script: TrackingScript.text).merging(["Vary": "Accept"]) { _, own in own }

    static let all: [Route] = [
        Route.get("/track/{token}", TrackOnPage.self, access: .guest, plugin: plugin, query: lang, headers: ["accept"],
                  summary: "What the holder of a shared link sees: JSON, or a page for a browser.",
                  answer: FoodOrderSchemas.tracking, refusals: ["404 not-found", "410 tracking-link-expired"])
            .with(capability: "token", takesForms: true, answerHeaders: trackingHeaders),
        Route.get("/board", ShowKitchenBoard.self, access: .guest, plugin: plugin, atRoot: true, query: lang,
                  summary: "Page: the orders of a restaurant as they arrive; its owner signs in on it.",
                  refusals: ["404"], example: "<!doctype html><html lang=\"ar\">…</html>")
            .with(takesForms: true, answerHeaders: PageStyle.headers(style: OrderPageStyle.css, script: KitchenBoardScript.text)),
    ]
}
