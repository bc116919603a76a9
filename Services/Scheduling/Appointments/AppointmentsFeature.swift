import Contracts
import ServiceKit

extension Feature {
    /// From a booking link to a completed appointment: holds, deposits, pages, photos, a waitlist.
    static let appointments = Feature(
        "appointments",
        migrations: [CountRefundedDeposits.self, CreatePhotos.self, RememberLinkOfPhotos.self, FindWaitingByEmail.self],
        commands: [
            BookAppointment.self, CreateAppointment.self, EditAppointment.self, CancelAppointment.self, CancelAsClient.self,
            RescheduleAppointment.self, RescheduleAsClient.self, SetAppointmentStatus.self, EraseClient.self, SendReminder.self,
            RemindArtist.self, CompleteAppointment.self, ImportCalendar.self, ImportAppointment.self, ImportBookingLink.self,
            CreateBookingLink.self, RevokeBookingLink.self, HoldSlot.self, ReleaseHold.self, HoldOnPage.self, BookOnPage.self,
            JoinWaitlistOnPage.self, CancelOnPage.self, RescheduleOnPage.self, RemovePhoto.self, JoinWaitlist.self, LeaveWaitlist.self,
        ],
        timers: [
            EraseClientData.self, EraseWaitingClient.self, EraseLinkData.self, ExpireHold.self, ExpireLink.self, ExpireDeposit.self,
            EndWaiting.self,
        ],
        reactions: [OnIntentCreated.self, OnPaymentSucceeded.self, OnRefundSucceeded.self, OnRefundFailed.self],
        queries: [
            AppointmentsOfArtist.self, AppointmentDetails.self, AppointmentForClient.self, SlotsForMove.self, AppointmentInvite.self,
            LinksOfArtist.self, LinkDetails.self, LinkForClient.self, SlotsOfLink.self, WaitlistOfArtist.self, BookingPageOfLink.self,
            PageOfAppointment.self, CancelPage.self, ReschedulePage.self, PhotoForArtist.self, PhotoOfLink.self, PhotoForClient.self,
        ],
        uploads: [AddPhotoOnPage.self, AddPhotoToLink.self, AddPhotoToAppointment.self, AddPhotoAsClient.self],
        publishes: [
            BookingLinkUsed.self, AppointmentBooked.self, AppointmentConfirmed.self, AppointmentRescheduled.self,
            AppointmentCancelled.self, AppointmentCompleted.self, AppointmentMissed.self, AppointmentReminderDue.self,
            BookingLinkCreated.self, BookingLinkExpired.self, BookingLinkRevoked.self, SlotHeld.self, HoldReleased.self,
            BookingLinkReactivated.self, SlotWaitlistJoined.self, SlotWaitlistOffered.self, SlotWaitlistMissed.self,
            SlotWaitlistEnded.self,
        ],
        routes: AppointmentRoutes.all + GuestRoutes.all + PhotoRoutes.all + PageRoutes.all,
        live: AppointmentTopics.all,
        plugins: [PluginDeclaration(Scheduling.bookings) { settings, _ in SettingsCheck.problems(of: settings) }],
        texts: [AppointmentTexts.all],
        opened: { try AppointmentStore.encryptOldDocuments(in: $0, $1) })
}
