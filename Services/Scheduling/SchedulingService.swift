import Contracts
import Kernel
import ServiceKit

/// When things are due and whose time is taken: calendars, bookings, reminders, calendar files.
public enum Scheduling: PlatformService {
    public typealias Transaction = SchedulingTransaction
    public typealias View = SchedulingView

    public static let name: ServiceName = "scheduling"

    public static let contents = ServiceContents<SchedulingTransaction, SchedulingView>(
        migrations: [CreateReminders.self, CreateCalendars.self, CreatePhotos.self, RememberLinkOfPhotos.self, FindWaitingByEmail.self,
                     CountRefundedDeposits.self],
        commands: [RemindOfEvent.self] + calendars + links + appointments + timers + imports + PageRoutes.commands,
        reactions: [
            OnEventPublished.self, OnEventUpdated.self, OnEventCancelled.self, OnEventFavorited.self, OnTicketsIssued.self, OnTicketsCancelled.self,
            OnUserErased.self, OnArtistErased.self, OnArtistRegistered.self, OnArtistUpdated.self, OnIntentCreated.self, OnPaymentSucceeded.self,
            OnRefundSucceeded.self, OnRefundFailed.self,
        ],
        queries: [EventCalendarFile.self] + questions + PageRoutes.queries + PhotoRoutes.queries,
        uploads: PhotoRoutes.uploads,
        publishes: [ReminderDue.self] + facts,
        routes: EventRoutes.all + CalendarRoutes.all + AppointmentRoutes.all + GuestRoutes.all + PhotoRoutes.all + PageRoutes.all,
        live: LiveAppointments.all,
        plugins: plugins,
        texts: [AppointmentTexts.all, WorkingHoursTexts.all],
        bulkEvents: ["catalog"],
        opened: { try AppointmentStore.encryptOldDocuments(in: $0, $1) }
    )
    /// Reminds holders and favoriters of events.
    static let reminders = "event-reminders"
    /// Calendars that guests book with links.
    static let bookings = "booking-links"
    /// Whose open time is what each artist says.
    static let weeklyHours = "weekly-hours"
    /// Whose open time is in the tenant file, as windows with places.
    static let deliveryWindows = "delivery-windows"

    private static let calendars: [any Command<SchedulingTransaction>.Type] = [
        ReplaceWorkingHours.self, AddWorkingHours.self, ChangeWorkingHours.self, RemoveWorkingHours.self, AddOverride.self, RemoveOverride.self,
        ChangeSettings.self, RotateCalendarFeed.self, RevokeCalendarFeed.self,
    ]
    private static let links: [any Command<SchedulingTransaction>.Type] = [
        CreateBookingLink.self, RevokeBookingLink.self, HoldSlot.self, ReleaseHold.self, JoinWaitlist.self, LeaveWaitlist.self,
    ]
    private static let appointments: [any Command<SchedulingTransaction>.Type] = [
        BookAppointment.self, CreateAppointment.self, EditAppointment.self, CancelAppointment.self, CancelAsClient.self, RescheduleAppointment.self,
        RescheduleAsClient.self, SetAppointmentStatus.self, EraseClient.self, RemovePhoto.self,
    ]
    private static let timers: [any Command<SchedulingTransaction>.Type] = [
        ExpireHold.self, ExpireLink.self, ExpireDeposit.self, EndWaiting.self, SendReminder.self, RemindArtist.self, CompleteAppointment.self, EraseClientData.self, EraseWaitingClient.self,
        EraseLinkData.self,
    ]
    private static let imports: [any Command<SchedulingTransaction>.Type] = [ImportCalendar.self, ImportAppointment.self, ImportBookingLink.self]
    private static let questions: [any Query<SchedulingView>.Type] = [
        WorkingHoursOfArtist.self, OverridesOfArtist.self, SettingsOfArtist.self, CalendarFeedState.self, CalendarFeedFile.self, FreeSlots.self, PreviewSlots.self,
        LinksOfArtist.self, LinkDetails.self, LinkForClient.self, SlotsOfLink.self, WaitlistOfArtist.self, AppointmentsOfArtist.self, AppointmentDetails.self,
        AppointmentForClient.self, SlotsForMove.self, AppointmentInvite.self,
    ]
    private static let facts: [any DomainEvent.Type] = [
        BookingLinkCreated.self, BookingLinkUsed.self, BookingLinkExpired.self, BookingLinkRevoked.self, BookingLinkReactivated.self, SlotHeld.self,
        HoldReleased.self, AppointmentBooked.self, AppointmentConfirmed.self, AppointmentRescheduled.self, AppointmentCancelled.self, AppointmentCompleted.self,
        AppointmentMissed.self, AppointmentReminderDue.self, SlotWaitlistJoined.self, SlotWaitlistOffered.self, SlotWaitlistMissed.self, SlotWaitlistEnded.self,
        WorkingHoursChanged.self, OverrideAdded.self, OverrideRemoved.self,
    ]

    private static let plugins = [
        PluginDeclaration(reminders) { settings, definition in
            // Who names both hears of one mistake once.
            definition.has(plugin: bookings, of: name) ? [] : SettingsCheck.problems(of: settings)
        },
        PluginDeclaration(bookings) { settings, _ in SettingsCheck.problems(of: settings) },
        PluginDeclaration(weeklyHours) { _, definition in
            definition.has(plugin: deliveryWindows, of: name) ? [("windows", "\(weeklyHours) and \(deliveryWindows) are two answers to one question; name one")] : []
        },
        PluginDeclaration(deliveryWindows) { settings, _ in
            settings["windows"]?.array?.isEmpty == false ? [] : [("windows", "must have a window: \(deliveryWindows) is named")]
        },
    ]
}
