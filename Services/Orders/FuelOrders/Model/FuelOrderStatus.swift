/// The states of an order of fuel. What still waits for its window is a `FuelOrderRequest`.
package enum FuelOrderStatus: String, Codable, Sendable, CaseIterable {
    case pending, scheduled, assigned
    case enRoute = "en_route"
    case arrived, fueling, completed, cancelled, failed

    package var isFinal: Bool {
        switch self {
        case .completed, .cancelled, .failed: true
        case .pending, .scheduled, .assigned, .enRoute, .arrived, .fueling: false
        }
    }
    /// Its driver is on the way or at the car.
    package var isUnderWay: Bool {
        switch self {
        case .enRoute, .arrived, .fueling: true
        case .pending, .scheduled, .assigned, .completed, .cancelled, .failed: false
        }
    }
    /// Whether an order may go from here to there.
    package func leads(to next: FuelOrderStatus) -> Bool {
        switch (self, next) {
        case (.pending, .scheduled), (.scheduled, .assigned), (.assigned, .enRoute), (.enRoute, .arrived), (.arrived, .fueling),
            (.fueling, .completed): true
        // Its driver gave it up, or it moved to another window.
        case (.assigned, .scheduled), (.enRoute, .scheduled), (.arrived, .scheduled): true
        case (.pending, .cancelled), (.scheduled, .cancelled), (.assigned, .cancelled), (.enRoute, .cancelled), (.arrived, .cancelled): true
        case (.pending, .failed), (.scheduled, .failed), (.assigned, .failed), (.enRoute, .failed), (.arrived, .failed),
            (.fueling, .failed): true
        case (.pending, _), (.scheduled, _), (.assigned, _), (.enRoute, _), (.arrived, _), (.fueling, _), (.completed, _),
            (.cancelled, _), (.failed, _): false
        }
    }
}
