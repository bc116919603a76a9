import Contracts
import Kernel
import OrdersKit

/// The courier of a job, as its order shows him. An answer masks the phone and asks `PositionAudience` for the position.
package struct CourierOfJob: Sendable, Equatable {
    package let id: User.ID
    package let name: String
    package let phone: String?
    package let vehicle: Courier.Vehicle?
    /// Nil: forgotten, or the job is over and he went on since.
    package let position: CourierPosition?

    /// What people read in place of the name of an account that is gone.
    package static let erasedName = "محذوف"

    /// Nil: the job has no courier.
    package static func find(_ job: Delivery, _ couriers: CourierStore, _ people: PersonStore) throws -> CourierOfJob? {
        guard let id = job.courier else { return nil }
        let courier = try couriers.find(id), name = try people.name(of: id)
        let isKept = PositionAudience.isKept(courier?.position, endedAt: job.endedAt,
                                             isErased: name == nil || job.dropoff.location == nil)
        return CourierOfJob(id: id, name: name ?? erasedName, phone: try people.contacts(of: id).phone, vehicle: courier?.vehicle,
                            position: isKept ? courier?.position : nil)
    }
}

/// Phone numbers as parties see them who may not call: `+9665•••••101`.
package enum MaskedPhone {
    package static func of(_ phone: String) -> String {
        guard phone.count > 8 else { return String(repeating: "•", count: phone.count) }
        return phone.prefix(5) + String(repeating: "•", count: phone.count - 8) + phone.suffix(3)
    }
}
