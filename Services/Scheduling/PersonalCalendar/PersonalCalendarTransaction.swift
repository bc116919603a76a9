import ServiceKit

extension SchedulingTransaction {
    var calendarTickets: CalendarTicketStore { CalendarTicketStore(database, tenant) }
    var personalFeeds: PersonalFeedStore { PersonalFeedStore(database, tenant) }
}

extension SchedulingView {
    var calendarTickets: CalendarTicketStore { CalendarTicketStore(database, tenant) }
    var personalFeeds: PersonalFeedStore { PersonalFeedStore(database, tenant) }
}
