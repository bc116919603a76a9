import Kernel

/// Where a job stands. Both arrivals may be skipped.
package enum DeliveryStatus: String, Codable, Sendable, CaseIterable {
    case searching, assigned
    case atRestaurant = "at_restaurant"
    case pickedUp = "picked_up"
    case atCustomer = "at_customer"
    case delivered, failed, cancelled

    package var isFinal: Bool {
        switch self {
        case .delivered, .failed, .cancelled: true
        case .searching, .assigned, .atRestaurant, .pickedUp, .atCustomer: false
        }
    }
    /// A courier has the job and works on it.
    package var isUnderWay: Bool {
        switch self {
        case .assigned, .atRestaurant, .pickedUp, .atCustomer: true
        case .searching, .delivered, .failed, .cancelled: false
        }
    }
    /// The courier has what he delivers.
    package var isOut: Bool {
        switch self {
        case .pickedUp, .atCustomer: true
        case .searching, .assigned, .atRestaurant, .delivered, .failed, .cancelled: false
        }
    }
    /// The job can go on with another courier.
    package var isReassignable: Bool {
        switch self {
        case .searching, .assigned, .atRestaurant: true
        case .pickedUp, .atCustomer, .delivered, .failed, .cancelled: false
        }
    }

    package static let underWay = allCases.filter(\.isUnderWay)
    package static let final = allCases.filter(\.isFinal)
}

/// What a courier does with his job, or the staff in his place.
package enum DeliveryStep: Sendable, CaseIterable {
    case release, arriveAtRestaurant, pickUp, arriveAtCustomer, complete, fail, override
}

extension DeliveryStatus {
    /// Where a step leads from here; nil: it is not possible.
    package func after(_ step: DeliveryStep) -> DeliveryStatus? {
        switch (self, step) {
        case (.assigned, .release), (.atRestaurant, .release): .searching
        case (.assigned, .arriveAtRestaurant): .atRestaurant
        case (.assigned, .pickUp), (.atRestaurant, .pickUp): .pickedUp
        case (.pickedUp, .arriveAtCustomer): .atCustomer
        case (.pickedUp, .complete), (.atCustomer, .complete), (.pickedUp, .override), (.atCustomer, .override): .delivered
        case (.atCustomer, .fail): .failed
        case (.searching, _), (.assigned, _), (.atRestaurant, _), (.pickedUp, _), (.atCustomer, _), (.delivered, _), (.failed, _),
             (.cancelled, _): nil
        }
    }
    /// What a step brings about: who repeats it while the job still stands there is answered as the first time.
    package static func target(of step: DeliveryStep) -> DeliveryStatus? {
        switch step {
        case .release: nil
        case .arriveAtRestaurant: .atRestaurant
        case .pickUp: .pickedUp
        case .arriveAtCustomer: .atCustomer
        case .complete, .override: .delivered
        case .fail: .failed
        }
    }
}
