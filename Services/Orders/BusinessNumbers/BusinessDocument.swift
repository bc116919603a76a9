import Contracts
import Kernel
import ServiceKit

/// A report as an answer.
struct BusinessDocument {
    let report: BusinessReport
    let currency: Currency
    private func money(_ amount: Int) -> Money { Money(amount, currency) }

    /// What the dashboard shows.
    func members(to writer: inout JSONWriter) {
        writer.member("revenue") { writer in
            writer.member("gross", money(report.gross))
            writer.member("refunds", money(report.refunds))
            writer.member("fees", money(report.fees))
            writer.member("net", money(report.net))
        }
        writer.member("ticketsSold", report.ticketsSold)
        writer.member("activeEvents", report.activeCount)
        writer.member("draftEvents", report.draftCount)
        writer.member("attendees", report.reach.holders)
        writer.member("checkInRate", report.checkInRate)
        writer.member("views", report.views)
        writer.member("uniqueViewers", report.reach.viewers)
        writer.member("buyers", report.reach.buyers)
        writer.member("conversionRate", report.conversionRate)
        writer.member("followers", report.followers)
        writer.member("rating") { writer in
            let rating = report.rating
            // One decimal, half up, as the catalog rounds.
            writer.member("average", rating.count == 0 ? nil : Double((rating.stars * 20 / rating.count + 1) / 2) / 10)
            writer.member("count", rating.count)
        }
        writer.member("salesByDay", array: report.salesByDay) { writer, day in
            writer.object { writer in
                writer.member("date", day.date.description)
                writer.member("tickets", day.tickets)
                writer.member("gross", money(day.gross))
            }
        }
        writer.member("topEvents", array: report.topEvents) { writer, event in
            writer.object { writer in
                writer.member("eventId", event.id)
                writer.member("title", event.title)
                writer.member("ticketsSold", event.tickets)
                writer.member("gross", money(event.gross))
            }
        }
    }

    /// What the analytics of an event add.
    func eventMembers(to writer: inout JSONWriter) {
        writer.member("capacity", report.capacity)
        writer.member("sellThrough", report.sellThrough)
        writer.member("byTicketType", array: report.soldTypes) { writer, sold in
            writer.object { writer in
                writer.member("ticketTypeId", sold.type.id)
                writer.member("name", sold.type.name)
                writer.member("quantity", sold.type.quantity)
                writer.member("sold", sold.sold)
                writer.member("gross", money(sold.gross))
                writer.member("checkedIn", sold.checkedIn)
            }
        }
        writer.member("checkInsByHour", array: report.checkInsByHour) { writer, hour in
            writer.object { writer in
                writer.member("hour", hour.start)
                writer.member("entries", hour.entries)
            }
        }
        writer.member("favorites", report.favorites)
        writer.member("waitlistLength", report.waiting)
        writer.member("refundCount", report.refundCount)
    }
}
