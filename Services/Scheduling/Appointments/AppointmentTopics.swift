import Contracts
import Kernel
import ServiceKit

/// What an artist may watch as it happens.
enum AppointmentTopics {
    private static let artist = Route.Access.permission(CalendarPermission.own)
    private static let reader = ["artistId"]
    private static let feeds: [Feed] = [
        Feed(AppointmentBooked.self, as: "appointment.booked", for: reader), Feed(AppointmentConfirmed.self, as: "appointment.confirmed", for: reader),
        Feed(AppointmentRescheduled.self, as: "appointment.rescheduled", for: reader), Feed(AppointmentCancelled.self, as: "appointment.cancelled", for: reader),
        Feed(AppointmentCompleted.self, as: "appointment.completed", for: reader), Feed(AppointmentMissed.self, as: "appointment.no-show", for: reader),
    ]
    static let all: [LiveTopic] = [
        LiveTopic("appointments/mine", access: artist, plugin: Scheduling.bookings, feeds: feeds),
        LiveTopic("appointments/{appointmentId}", access: artist, plugin: Scheduling.bookings, admission: .asks(AppointmentDetails.self), feeds: feeds),
    ]
}
