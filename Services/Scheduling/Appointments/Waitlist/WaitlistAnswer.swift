import Kernel
import SchedulingKit
import ServiceKit

extension WaitlistEntry {
    /// For the provider.
    func json(_ names: BookingNames) -> JSONValue {
        ["id": .int(id), "bookingLinkId": .int(linkId), names.providerId: .provider(providerId), names.customerName: .string(customerName),
         names.customerEmail: .string(customerEmail),
         "from": .string(from.description), "to": .string(to.description), "status": .string(state.rawValue), "createdAt": .time(createdAt)]
    }
}
