import Contracts
import Kernel

extension Rejection {
    static func vehicleDuplicate(_ id: VehicleID) -> Rejection {
        .conflict("vehicle-duplicate", "You have a vehicle with this plate already.", ["vehicleId": .string(id.rawValue)])
    }
    static var vehicleLimitReached: Rejection {
        .conflict("vehicle-limit-reached", "You have as many vehicles as one account can have. Delete one first.")
    }
    static func vehicleInUse(_ order: OrderID) -> Rejection {
        .conflict("vehicle-in-use", "This vehicle has an open order. Wait until it is done, or cancel it.",
                  ["orderId": .string(order.rawValue)])
    }
    static var addressLimitReached: Rejection {
        .conflict("address-limit-reached", "You have as many addresses as one account can have. Delete one first.")
    }
}
