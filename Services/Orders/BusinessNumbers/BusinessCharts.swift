import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// `GET /organizer/dashboard.svg`: the caller's sales by day, as a picture.
package struct DashboardChart: Query {
    package static let type: MessageType = "orders.dashboard-chart.v1"
    let from: String?
    let to: String?

    package func answer(in view: OrdersView) throws -> Binary {
        let report = try view.dashboard(from: from, to: to)
        return BusinessCharts(report: report, currency: view.definition.currency).sales(of: "all events").picture
    }
}

/// `GET /events/{eventId}/analytics.svg`: an event's sales by day or entries by hour, as a picture.
package struct AnalyticsChart: Query {
    package static let type: MessageType = "orders.analytics-chart.v1"
    let eventId: EventID
    let chart: String?
    let from: String?
    let to: String?

    package enum Kind: String, CaseIterable, Sendable { case sales, checkIns = "check-ins" }

    package func answer(in view: OrdersView) throws -> Binary {
        guard let kind = chart.map({ Kind(rawValue: $0) }) ?? .sales else {
            throw Rejection.invalid(["chart": ["must be one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))"]])
        }
        let report = try view.analytics(of: eventId, from: from, to: to)
        let charts = BusinessCharts(report: report, currency: view.definition.currency)
        let title = report.events.first?.title ?? ""
        switch kind {
        case .sales: return charts.sales(of: title).picture
        case .checkIns: return charts.checkIns(of: title).picture
        }
    }
}

/// Pictures of a report.
struct BusinessCharts {
    let report: BusinessReport
    let currency: Currency

    func sales(of name: String) -> BarChart {
        let days = report.salesByDay
        let bars = days.map { day in
            BarChart.Bar(position: day.date.daysSinceEpoch, value: day.gross,
                         label: "\(day.date): \(Self.counted(day.tickets, "ticket")), \(money(day.gross))")
        }
        let sum = money(days.reduce(0) { $0 + $1.gross }), tickets = Self.counted(days.reduce(0) { $0 + $1.tickets }, "ticket")
        return BarChart(title: "Sales by day: \(name)",
                        description: "\(tickets) for \(sum) on \(Self.counted(days.count, "day")) with a sale.",
                        unit: currency.code, bars: bars, first: days.first?.date.description ?? "",
                        last: days.last?.date.description ?? "")
    }

    func checkIns(of name: String) -> BarChart {
        let hours = report.checkInsByHour
        let bars = hours.map { hour in
            BarChart.Bar(position: Int(hour.start.secondsSinceEpoch / 3600), value: hour.entries,
                         label: "\(hour.start): \(Self.counted(hour.entries, "entry", "entries"))")
        }
        let entries = Self.counted(hours.reduce(0) { $0 + $1.entries }, "first entry", "first entries")
        return BarChart(title: "Check-ins by hour (UTC): \(name)", description: "\(entries) in \(Self.counted(hours.count, "hour")).",
                        unit: "entries", bars: bars, first: hours.first?.start.description ?? "", last: hours.last?.start.description ?? "")
    }

    private func money(_ amount: Int) -> String {
        let digits = Money(amount, currency).digits
        let whole = BarChart.grouped(Int(digits.whole) ?? 0)
        return (amount < 0 ? "-" : "") + whole + (digits.fraction.isEmpty ? "" : ".\(digits.fraction)") + " \(currency.code)"
    }
    private static func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(BarChart.grouped(number)) \(number == 1 ? one : many ?? one + "s")"
    }
}

extension BarChart {
    fileprivate var picture: Binary { Binary(Array(svg.utf8), contentType: "image/svg+xml", cacheControl: "private, no-store") }
}
