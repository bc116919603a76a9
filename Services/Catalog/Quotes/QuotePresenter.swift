import CatalogMeals
import Contracts
import Kernel
import ServiceKit

/// Writes a quote as its maker reads it.
enum QuotePresenter {
    static func body(_ quote: Quote, languages: [String], status: Int = 200) -> JSONBody {
        let document = quote.document
        return JSONBody(status: status, location: status == 201 ? "/quotes/\(quote.id)" : nil) { (writer: inout JSONWriter) in
            writer.member("id", quote.id)
            writer.member("restaurantId", quote.restaurantID)
            writer.member("createdAt", quote.createdAt.wholeSeconds)
            writer.member("expiresAt", quote.expiresAt.wholeSecondsUp)
            writer.member("orderable", document.problems.isEmpty)
            writer.member("problems", array: document.problems) { writer, problem in
                writer.object { Self.problem(problem.shown(in: languages), to: &$0) }
            }
            writer.member("lines", array: document.lines) { writer, line in
                writer.object { Self.line(line, languages, to: &$0) }
            }
            writer.key("zone")
            if let zone = document.zone {
                writer.object { writer in
                    writer.member("id", zone.id)
                    writer.member("name", zone.name)
                }
            } else { writer.null() }
            writer.member("distanceMeters", document.distanceMeters)
            writer.key("etaMinutes")
            if let minutes = document.etaMinutes {
                writer.object { writer in
                    writer.member("min", minutes.min)
                    writer.member("max", minutes.max)
                }
            } else { writer.null() }
            writer.key("minimumOrder")
            if let minimum = document.minimumOrder { writer.value(minimum.json) } else { writer.null() }
            writer.member("totals", object: { Self.totals(document.totals, to: &$0) })
        }
    }

    private static func problem(_ problem: QuoteProblem, to writer: inout JSONWriter) {
        writer.member("code", problem.code)
        writer.member("message", problem.message)
        if let index = problem.itemIndex { writer.member("itemIndex", index) }
        guard let data = problem.data else { return }
        writer.key("data")
        writer.value(.object(data))
    }

    private static func line(_ line: QuoteContent.Line, _ languages: [String], to writer: inout JSONWriter) {
        writer.member("menuItemId", line.menuItemId)
        writer.member("name", line.names.text(in: languages))
        writer.member("quantity", line.quantity)
        writer.member("unitPrice", line.unitPrice)
        writer.member("options", array: line.options) { writer, option in
            writer.object { writer in
                writer.member("id", option.id)
                writer.member("group", option.groupNames.text(in: languages))
                writer.member("name", option.names.text(in: languages))
                writer.member("priceDelta", option.priceDelta)
            }
        }
        writer.member("note", line.note)
        writer.member("lineTotal", line.lineTotal)
    }

    private static func totals(_ totals: QuoteContent.Totals, to writer: inout JSONWriter) {
        writer.member("subtotal", totals.subtotal)
        writer.member("deliveryFee", totals.deliveryFee)
        writer.member("serviceFee", totals.serviceFee)
        writer.member("tip", totals.tip)
        writer.member("total", totals.total)
        writer.member("taxIncluded", totals.taxIncluded)
    }
}
