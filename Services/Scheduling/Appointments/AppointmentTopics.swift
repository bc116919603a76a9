import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// What a provider may watch as it happens.
enum AppointmentTopics {
    private static let provider = Route.Access.permission(CalendarPermission.own)
    /// Who sees it. Events of earlier releases name the provider as `artistId`.
    private static let reader = ["providerId", "artistId"]
    private static let plain: [Feed] = [
        Feed(AppointmentBooked.self, as: "appointment.booked", for: reader),
        Feed(AppointmentConfirmed.self, as: "appointment.confirmed", for: reader),
        Feed(AppointmentRescheduled.self, as: "appointment.rescheduled", for: reader),
        Feed(AppointmentCancelled.self, as: "appointment.cancelled", for: reader),
        Feed(AppointmentCompleted.self, as: "appointment.completed", for: reader),
        Feed(AppointmentMissed.self, as: "appointment.no-show", for: reader),
    ]
    /// The events in the words of the app.
    private static func feeds(_ names: BookingNames) -> [Feed] {
        plain.map { feed in
            var feed = feed
            feed.names = names.eventFields
            feed.words = names.eventWords
            return feed
        }
    }
    static let all: [LiveTopic] = BookingNames.all.flatMap { names in
        [
            LiveTopic("appointments/mine", access: provider, plugin: names.plugin, feeds: feeds(names)),
            LiveTopic("appointments/{appointmentId}", access: provider, plugin: names.plugin, admission: .asks(AppointmentDetails.self),
                      feeds: feeds(names)),
        ]
    }
}
