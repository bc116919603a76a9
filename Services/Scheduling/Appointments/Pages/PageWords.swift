import Kernel
import SchedulingKit

/// What pages say, in one language. Each language is one table, in a file of its own; names in braces are filled in.
struct PageWords: Sendable {
    let calendar: CalendarWords

    // The link's page.
    let summary, length, zone, place, depositLabel, policyTitle, generalPolicy, chooseTime, noTimes, timesOf, previousWeek, nextWeek,
        hold: String
    let waitTitle, waitHint, from, to, wait, waiting, position: String
    // The details.
    let detailsTitle, heldUntil, heldUntilDay, name, email, document, phone, phoneHint, notes, notesHint, book, otherTime: String
    // The appointment's page.
    let appointmentTitle, when, status, policy, cancel, reschedule, addToCalendar, pay, cancelTitle, cancelReason, cancelNow, back,
        rescheduleTitle, moveHere: String
    let payUntil, pendingPolicy, reasonLabel: String
    /// The reasons of the system's cancellations, by code.
    let reasons: [String: String]
    /// By the status's name.
    let depositStatuses: [String: String]
    let photoTitle, photoLabel, photoSend, photoText: String
    // What cannot be.
    let errorsTitle, slotGone, tooLate, notNow, tooManyMoves, sameTime, alreadyWaiting, waitlistFull: String
    let notFoundTitle, notFound, usedTitle, used, expiredTitle, expired, revokedTitle, revoked: String
    let statuses: [String: String]
    /// By field.
    let problems: [String: String]
    /// By slug.
    let photoProblems: [String: String]
    let documentHints: [IdentityDocument.Kind: String]

    var code: String { calendar.rawValue }

    static func of(_ language: String) -> PageWords {
        switch CalendarWords(language: language) {
        case .es: spanish
        case .en: english
        case .fr: french
        case .ar: arabic
        }
    }

    private func filled(_ text: String, _ values: [String: String]) -> String {
        values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
    func policy(cancel: String, reschedule: String, left: Int) -> String {
        filled(policy, ["cancel": cancel, "move": reschedule, "left": String(left)])
    }
    func pendingPolicy(due: String) -> String { filled(pendingPolicy, ["due": due]) }
    func generalPolicy(cancelMinutes: Int, rescheduleMinutes: Int, moves: Int) -> String {
        filled(generalPolicy,
               ["cancel": calendar.length(cancelMinutes), "move": calendar.length(rescheduleMinutes), "moves": String(moves)])
    }
    func timesOf(_ day: String) -> String { filled(timesOf, ["day": day]) }
    func position(_ number: Int) -> String { filled(position, ["number": String(number)]) }
    func photoText(_ number: Int) -> String { filled(photoText, ["number": String(number)]) }
    func summary(with provider: String) -> String { filled(summary, ["provider": provider]) }
    func documentHint(_ kind: IdentityDocument.Kind) -> String { documentHints[kind] ?? "" }
    /// What is wrong with a field, as a sentence for whoever filled it in.
    func problem(_ field: String) -> String { problems[BookingNames.customerFields[field] ?? field] ?? problems["other"] ?? field }
    func statusText(_ appointment: Appointment) -> String { statuses[appointment.status.name] ?? appointment.status.name }
    /// Why the system cancelled, by its code.
    func reason(_ code: String) -> String { reasons[BookingNames.neutral.systemReason(code)] ?? code }
    func photoProblem(_ slug: String) -> String { photoProblems[slug] ?? notNow }
}
