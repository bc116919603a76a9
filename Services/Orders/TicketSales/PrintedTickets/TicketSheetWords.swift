import Kernel
import OrdersKit

/// What a printed ticket says beside its facts, in languages that Windows-1252 can write.
package struct TicketSheetWords: Sendable {
    package let language: String
    let type: String
    let name: String
    let price: String
    let serial: String
    let hint: String
    private let free: String
    /// With `{place}`.
    private let localTime: String
    private let weekdays: [String]
    private let months: [String]

    /// The first of these languages that is here, else English: standard fonts have no Arabic.
    package static func of(_ languages: [String]) -> TicketSheetWords {
        languages.lazy.compactMap { wanted in all.first { $0.language == wanted } }.first ?? english
    }

    /// `Thursday 26 November 2026, 09:00–17:00`, or both days if it ends on another one.
    package func time(from start: Timestamp, to end: Timestamp, in zone: TimeZoneRules) -> String {
        let first = zone.local(start), last = zone.local(end)
        let until = first.date == last.date ? last.clock : " \(day(last.date)), \(last.clock)"
        return "\(day(first.date)), \(first.clock)" + (first.date == last.date ? "–" : " –") + until
    }

    /// `Kampala time, UTC+03:00`
    package func zone(_ zone: TimeZoneRules, at instant: Timestamp) -> String {
        let place = (zone.name.split(separator: "/").last ?? "").replacing("_", with: " ")
        return localTime.replacing("{place}", with: place) + ", " + zone.offset(at: instant)
    }

    /// `UGX 50,000`
    package func amount(_ money: Money) -> String { money.isZero ? free : "\(money.currency.code) \(money.grouped)" }

    private func day(_ date: CalendarDate) -> String { "\(weekdays[date.weekday - 1]) \(date.day) \(months[date.month - 1]) \(date.year)" }

    private static let all = [english, french, spanish]
    private static let english = TicketSheetWords(
        language: "en", type: "Ticket", name: "Name", price: "Price", serial: "Serial", hint: "Show this code at the entrance.",
        free: "Free", localTime: "{place} time",
        weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        months: ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"])
    private static let french = TicketSheetWords(
        language: "fr", type: "Billet", name: "Nom", price: "Prix", serial: "Numéro", hint: "Présentez ce code à l'entrée.",
        free: "Gratuit", localTime: "heure de {place}",
        weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
        months: ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"])
    private static let spanish = TicketSheetWords(
        language: "es", type: "Entrada", name: "Nombre", price: "Precio", serial: "Número", hint: "Muestra este código en la entrada.",
        free: "Gratis", localTime: "hora de {place}",
        weekdays: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
        months: ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
                 "diciembre"])
}
