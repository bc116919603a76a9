import Contracts
import ServiceKit

extension Feature {
    /// Tickets and own events in people's calendars: files, a feed, conflicts.
    package static let personalCalendar = Feature(
        "personal-calendar",
        migrations: [CreatePersonalCalendars.self, RememberDrafts.self],
        commands: [RotatePersonalFeed.self, RevokePersonalFeed.self],
        reactions: [
            OnTicketsOfHolderIssued.self, OnTicketsOfHolderCancelled.self, OnTicketOfHolderTransferred.self, OnHolderErased.self,
            OnDraftChanged.self, OnDraftPublished.self,
        ],
        queries: [TicketCalendarFile.self, PersonalFeedState.self, PersonalFeedFile.self, FindCalendarConflicts.self],
        routes: PersonalCalendarRoutes.all,
        texts: [PersonalCalendarTexts.all])
}
