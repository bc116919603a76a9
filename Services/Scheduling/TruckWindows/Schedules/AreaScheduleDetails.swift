import Contracts
import Kernel
import ServiceKit

/// `GET /service-areas/{areaId}/schedule`: 404 until it has one.
package struct AreaScheduleDetails: Query {
    package static let type: MessageType = "scheduling.area-schedule-details.v1"
    let areaId: ServiceAreaID

    package func answer(in view: TruckWindowsView) throws -> JSONValue {
        try view.require(permission: TruckWindows.dispatch)
        guard let schedule = try view.schedules.find(areaId) else { throw Rejection.notFound }
        return schedule.answer
    }
}
