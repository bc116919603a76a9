import Contracts
import ServiceKit

extension Feature {
    /// Dashboards and analytics of organizers, with their charts.
    package static let businessNumbers = Feature(
        "business-numbers",
        migrations: [CreateBusinessNumbers.self, BookEarlierRefunds.self, MarkDeletedEvents.self],
        reactions: [
            OnEventViewed.self, OnEventFavorited.self, OnEventCountsChanged.self, OnFollowerCountChanged.self,
            OnWaitlistLengthChanged.self, OnUserErased.self,
        ],
        queries: [OrganizerDashboard.self, EventAnalytics.self, DashboardChart.self, AnalyticsChart.self],
        routes: BusinessNumbersRoutes.all)
}
