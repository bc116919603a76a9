import Kernel
import OrdersTicketSales
import ServiceKit

/// The numbers of an organizer's business over HTTP.
enum BusinessNumbersRoutes {
    private static let plugin = TicketSale.name
    private static let organizers = Route.Access.roles([TicketSale.organizerRole])
    private static let period: [String: Schema] = [
        "from": .string(nil, "RFC 3339, or a day in the app's time zone."), "to": .string(nil, "RFC 3339, excluded, or a day, included."),
    ]
    private static let rate = Schema.number(0...1).orNull

    private static let numbers: [String: Schema] = [
        "revenue": .object(["gross": .money, "refunds": .money, "fees": .money, "net": .money]),
        "ticketsSold": .integer(), "activeEvents": .integer(), "draftEvents": .integer(), "attendees": .integer(), "checkInRate": rate,
        "views": .integer(), "uniqueViewers": .integer(), "buyers": .integer(), "conversionRate": rate, "followers": .integer(),
        "rating": .object(["average": Schema.number().orNull, "count": .integer()]),
        "salesByDay": .array(.object(["date": .string(), "tickets": .integer(), "gross": .money])),
        "topEvents": .array(.object(["eventId": .id, "title": .string(), "ticketsSold": .integer(), "gross": .money])),
    ]
    private static let eventNumbers: [String: Schema] = [
        "capacity": .integer(), "sellThrough": Schema.number().orNull,
        "byTicketType": .array(.object([
            "ticketTypeId": .id, "name": .string(), "quantity": .integer(), "sold": .integer(), "gross": .money, "checkedIn": .integer(),
        ])),
        "checkInsByHour": .array(.object(["hour": .time, "entries": .integer()])),
        "favorites": .integer(), "waitlistLength": .integer(), "refundCount": .integer(),
    ]
    private static let chart = ["chart": Schema.oneOf(AnalyticsChart.Kind.allCases.map(\.rawValue))]

    static let all: [Route] = [
        .get("/organizer/dashboard", OrganizerDashboard.self, access: organizers, plugin: plugin, action: "organize", query: period,
             summary: "Your business in numbers; without a period, of all time.", answer: .object(numbers)),
        .get("/organizer/dashboard.svg", DashboardChart.self, access: organizers, plugin: plugin, action: "organize", query: period,
             summary: "Your sales by day as a picture (SVG)."),
        .get("/events/{eventId}/analytics", EventAnalytics.self, access: .user, plugin: plugin, query: period,
             summary: "An event of yours in numbers; without a period, of all time.",
             answer: .object(numbers.merging(eventNumbers) { own, _ in own }), refusals: ["403 not-event-owner"]),
        .get("/events/{eventId}/analytics.svg", AnalyticsChart.self, access: .user, plugin: plugin,
             query: period.merging(chart) { own, _ in own },
             summary: "An event's sales by day or first entries by hour as a picture (SVG).", refusals: ["403 not-event-owner"]),
    ]
}
