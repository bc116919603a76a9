import SchedulingKit
import ServiceKit

extension SchedulingScope {
    var calendarTickets: CalendarTicketStore { CalendarTicketStore(database, tenant) }
    var personalFeeds: PersonalFeedStore { PersonalFeedStore(database, tenant) }
    var drafts: DraftStore { DraftStore(database, tenant) }
}
