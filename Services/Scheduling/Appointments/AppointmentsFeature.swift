import Contracts
import Kernel
import SchedulingKit
import ServiceKit

extension Feature {
    /// From a booking link to a completed appointment: holds, deposits, pages, photos, a waitlist.
    package static let appointments = Feature(
        "appointments",
        migrations: [CountRefundedDeposits.self, CreatePhotos.self, RememberLinkOfPhotos.self, FindWaitingByEmail.self,
                     KeepExtraFields.self],
        commands: [
            BookAppointment.self, CreateAppointment.self, EditAppointment.self, CancelAppointment.self, CancelAsCustomer.self,
            RescheduleAppointment.self, RescheduleAsCustomer.self, SetAppointmentStatus.self, EraseCustomer.self, SendReminder.self,
            RemindProvider.self, CompleteAppointment.self, ImportAppointment.self, ImportBookingLink.self,
            CreateBookingLink.self, RevokeBookingLink.self, HoldSlot.self, ReleaseHold.self, HoldOnPage.self, BookOnPage.self,
            JoinWaitlistOnPage.self, CancelOnPage.self, RescheduleOnPage.self, RemovePhoto.self, JoinSlotWaitlist.self,
            LeaveSlotWaitlist.self,
        ],
        timers: [
            EraseCustomerData.self, EraseWaitingCustomer.self, EraseLinkData.self, ExpireHold.self, ExpireLink.self, ExpireDeposit.self,
            EndWaiting.self,
        ],
        reactions: [OnIntentCreated.self, OnPaymentSucceeded.self, OnRefundSucceeded.self, OnRefundFailed.self],
        queries: [
            AppointmentsOfProvider.self, AppointmentDetails.self, AppointmentForCustomer.self, SlotsForMove.self, AppointmentInvite.self,
            LinksOfProvider.self, LinkDetails.self, LinkForCustomer.self, SlotsOfLink.self, WaitlistOfProvider.self, BookingPageOfLink.self,
            PageOfAppointment.self, CancelPage.self, ReschedulePage.self, PhotoForProvider.self, PhotoOfLink.self, PhotoForCustomer.self,
        ],
        uploads: [AddPhotoOnPage.self, AddPhotoToLink.self, AddPhotoToAppointment.self, AddPhotoAsCustomer.self],
        publishes: [
            BookingLinkUsed.self, AppointmentBooked.self, AppointmentConfirmed.self, AppointmentRescheduled.self,
            AppointmentCancelled.self, AppointmentCompleted.self, AppointmentMissed.self, AppointmentReminderDue.self,
            BookingLinkCreated.self, BookingLinkExpired.self, BookingLinkRevoked.self, SlotHeld.self, HoldReleased.self,
            BookingLinkReactivated.self, SlotWaitlistJoined.self, SlotWaitlistOffered.self, SlotWaitlistMissed.self,
            SlotWaitlistEnded.self,
        ],
        routes: AppointmentRoutes.all + GuestRoutes.all + PhotoRoutes.all + PageRoutes.all,
        live: AppointmentTopics.all,
        plugins: BookingNames.all.map { names in
            PluginDeclaration(names.plugin) { settings, definition in
                // Who names both hears of each mistake once.
                if definition.has(plugin: BookingNames.neutral.plugin, of: ServiceName.scheduling), names != .neutral {
                    return [("", "\(names.plugin) and \(BookingNames.neutral.plugin) are one thing with two vocabularies; name one")]
                }
                return SettingsCheck.problems(of: settings)
            }
        },
        texts: [AppointmentTexts.all],
        opened: { try AppointmentStore.encryptOldDocuments(in: $0, $1) })
}
