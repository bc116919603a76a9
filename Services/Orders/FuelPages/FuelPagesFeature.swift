import ServiceKit

extension Feature {
    /// Receipts as people get them, the tracking page and the dispatch board.
    package static let fuelPages = Feature(
        "fuel-pages",
        queries: [
            ShowFuelReceipt.self, PrintFuelReceipt.self, ShowTrackedOrder.self, ShowDispatchState.self, ShowFuelTracking.self,
            ShowDispatchBoard.self,
        ],
        routes: FuelPageRoutes.all,
        live: FuelPageTopics.all,
        texts: [FuelPageTexts.all])
}
