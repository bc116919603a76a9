import SchedulingKit
import ServiceKit

extension SchedulingTransaction {
    var calendarTickets: CalendarTicketStore { CalendarTicketStore(database, tenant) }
    var personalFeeds: PersonalFeedStore { PersonalFeedStore(database, tenant) }
    var drafts: DraftStore { DraftStore(database, tenant) }
}

extension SchedulingView {
    var drafts: DraftStore { DraftStore(database, tenant) }
    var calendarTickets: CalendarTicketStore { CalendarTicketStore(database, tenant) }
    var personalFeeds: PersonalFeedStore { PersonalFeedStore(database, tenant) }
}
