import Kernel
import OrdersFuel
import OrdersPages
import ServiceKit

/// Receipts, and pages for people: who follows an order, and who dispatches drivers.
enum FuelPageRoutes {
    private static let plugin = FuelSale.name
    private static let lang: [String: Schema] = ["lang": .string(2...5)]
    /// What the server renders is read by the pages' scripts and has none itself.
    private static let rendered = PageStyle.headers(style: FuelPageStyle.css, script: "")
    private static let receiptHeaders = rendered.merging(["Vary": "Accept"]) { _, own in own }
    /// Customers; staff besides.
    private static let customer = Route.Access.permission(FuelViewer.Permission.place)
    private static let staff = FuelViewer.Permission.dispatch

    static let all: [Route] = [
        Route.get("/orders/{orderId}/receipt", ShowFuelReceipt.self, access: customer, plugin: plugin, headers: ["accept"],
                  summary: "The receipt: JSON, a page that prints (text/html) or a tagged PDF (application/pdf).",
                  answer: FuelReceiptSchemas.receipt, refusals: ["404 not-found", "409 receipt-not-ready"])
            .with(answerHeaders: receiptHeaders, orPermission: staff).alsoAnswering(as: "text/html", "application/pdf"),
        Route.get("/orders/{orderId}/receipt.pdf", PrintFuelReceipt.self, access: customer, plugin: plugin,
                  summary: "The receipt on letter paper (application/pdf), tagged for screen readers.",
                  refusals: ["404 not-found", "409 receipt-not-ready"])
            .with(orPermission: staff),
        Route.get("/orders/{orderId}/tracking.html", ShowTrackedOrder.self, access: customer, plugin: plugin, query: lang,
                  summary: "What the tracking page shows of an order, rendered: status, map, arrival, steps.",
                  refusals: ["404 not-found"], example: "<!doctype html><html lang=\"en\">…</html>")
            .with(answerHeaders: rendered, orPermission: staff),
        Route.get("/dispatch/board.html", ShowDispatchState.self, access: .permission(staff), plugin: plugin, query: lang,
                  summary: "What the dispatch board shows, rendered: open orders, a map of areas, drivers on shift.",
                  example: "<!doctype html><html lang=\"en\">…</html>")
            .with(answerHeaders: rendered),
        Route.get("/track", ShowFuelTracking.self, access: .guest, plugin: plugin, atRoot: true,
                  query: lang.merging(["order": .id]) { _, own in own },
                  summary: "Page: a customer signs in on it and follows an order (`order`: which one).",
                  refusals: ["404"], example: "<!doctype html><html lang=\"en\">…</html>")
            .with(takesForms: true, answerHeaders: PageStyle.headers(style: FuelPageStyle.css, script: FuelTrackingScript.text)),
        Route.get("/dispatch", ShowDispatchBoard.self, access: .guest, plugin: plugin, atRoot: true, query: lang,
                  summary: "Page: dispatchers sign in on it, see orders and trucks on a map and assign drivers.",
                  refusals: ["404"], example: "<!doctype html><html lang=\"en\">…</html>")
            .with(takesForms: true, answerHeaders: PageStyle.headers(style: FuelPageStyle.css, script: DispatchBoardScript.text)),
    ]
}
