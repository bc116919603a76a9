import Contracts
import OrdersFuel
import ServiceKit

/// What the dispatch board listens to: every order and every truck. A frame only says that there is something new.
enum FuelPageTopics {
    private static let shown = ["orderId", "status", "version", "at"]

    static let all: [LiveTopic] = [
        LiveTopic("dispatch/board", access: .permission(FuelViewer.Permission.dispatch), plugin: FuelSale.name, feeds: [
            Feed(FuelOrderPlaced.self, as: "order.placed", shows: shown),
            Feed(FuelStatusChanged.self, as: "order.status-changed", shows: shown),
            Feed(FuelOrderUpdated.self, as: "order.updated", shows: shown),
            Feed(DriverLocationUpdated.self, as: "driver.location", shows: ["orderId", "lat", "lng", "at"]),
            Feed(ShiftStarted.self, as: "shift.started", shows: ["shiftId"]),
            Feed(ShiftEnded.self, as: "shift.ended", shows: ["shiftId"]),
        ]),
    ]
}
