import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The links of a provider, newest first.
public struct LinksOfProvider: Query, HasFormerNames {
    public static let type: MessageType = "scheduling.links-of-provider.v1"
    public static let formerFields = BookingNames.providerFields
    public let providerId: String?
    public let status: String?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: SchedulingView) throws -> SecretAnswer {
        var check = Validation()
        let request = PageRequest(page: page, perPage: perPage, &check)
        let wanted = status.flatMap { BookingLink.Status(rawValue: $0) }
        check.require(status == nil || wanted != nil, "status", "must be one of active, used, expired, revoked")
        let owner = try view.calendarOwner(named: providerId, form: check)
        let found = try view.links.page(of: owner, status: wanted, at: view.now, offset: request.offset, limit: request.perPage)
        let page = Page(try found.links.map { $0.json(view.names, at: view.now, photos: try view.photoList.forProvider(.link($0.id))) },
                        request, total: found.total)
        return SecretAnswer(try JSONValue(encoding: page), cacheControl: SecretAnswer.revalidated)
    }
}

/// One link of a provider.
public struct LinkDetails: Query, HasFormerNames {
    public static let type: MessageType = "scheduling.link-details.v1"
    public static let formerFields = BookingNames.providerFields
    public let linkId: PathNumber
    public let providerId: String?

    public func answer(in view: SchedulingView) throws -> SecretAnswer {
        // Numbers are counted per tenant, so a studio need not say whose link it is.
        let owner = try view.calendarOwnerOrAll(named: providerId)
        guard let link = try view.links.find(linkId.number()), owner == nil || link.providerId == owner else { throw Rejection.notFound }
        return SecretAnswer(link.json(view.names, at: view.now, photos: try view.photoList.forProvider(.link(link.id))),
                            cacheControl: SecretAnswer.revalidated)
    }
}

/// What a customer sees of a link.
public struct LinkForCustomer: Query {
    public static let type: MessageType = "scheduling.link-for-customer.v1"
    public let token: String

    public func answer(in view: SchedulingView) throws -> JSONValue {
        let link = try view.links.require(token: token)
        try link.checkUsable(at: view.now)
        let calendar = try view.reading.calendar(of: link.providerId)
        let settings = calendar.settings, names = view.names
        var members: [String: JSONValue] = [
            names.providerName: .string(calendar.record.name), names.description: .string(link.description),
            "durationMinutes": .int(link.durationMinutes),
            "timezone": .string(calendar.timezone), "expiresAt": .time(link.expiresAt), "location": .string(settings.location),
            "deposit": link.deposit.map { .money($0) } ?? .null,
            "document": ["kind": .string(settings.customerDocument.rawValue), "required": .bool(settings.customerDocument != .none)],
            "minimumNoticeMinutes": .int(settings.minimumNoticeMinutes), "cancelNoticeMinutes": .int(settings.policy.cancelMinutes),
            "rescheduleNoticeMinutes": .int(settings.policy.rescheduleMinutes), "maxReschedules": .int(settings.policy.reschedulesMax),
            "languages": .array(view.definition.languages.map { .string($0) }), "photos": try view.photoList.forLink(link),
        ]
        let extra = try view.settings.extraFields
        if !extra.isEmpty { members[ExtraField.member] = ExtraField.json(extra, language: view.language(nil)) }
        return .object(members)
    }
}

/// Free slots for a link. Days before today are left out.
public struct SlotsOfLink: Query {
    public static let type: MessageType = "scheduling.slots-of-link.v1"
    public let token: String
    public let from: String?
    public let to: String?

    public func answer(in view: SchedulingView) throws -> JSONValue {
        let link = try view.links.require(token: token)
        try link.checkUsable(at: view.now)
        let own = Set(try view.links.liveHolds(of: link.id).map { SlotClaimStore.holder(hold: $0.id) })
        let calendar = try view.reading.calendar(of: link.providerId)
        return try GuestSlots(view: view).list(calendar, durationMinutes: link.durationMinutes, from: from, to: to, own: own)
    }
}

/// Free slots as guests see them.
struct GuestSlots {
    let view: SchedulingView

    func list(_ calendar: ProviderCalendar, durationMinutes: Int, from: String?, to: String?, own: Set<String>) throws -> JSONValue {
        let range = try SlotRange.read(from: from, to: to, today: view.reading.today(calendar))
        let days = try days(calendar, durationMinutes: durationMinutes, range, own: own)
        return SlotAnswer.list(days, calendar.zone, timezone: calendar.timezone, from: range.lowerBound, to: range.upperBound,
                               durationMinutes: durationMinutes)
    }
    func days(_ calendar: ProviderCalendar, durationMinutes: Int, _ range: ClosedRange<CalendarDate>, own: Set<String>) throws -> [
        SlotOffer.Day] {
        let reading = try view.reading
        let first = max(range.lowerBound, reading.today(calendar))
        guard first <= range.upperBound else { return [] }
        let offer = try reading.offer(calendar, durationMinutes: durationMinutes, from: first, through: range.upperBound, own: own)
        return offer.days(from: first, through: range.upperBound, rules: reading.guestLimits(calendar))
    }
}

/// Who waits for a provider, oldest first.
public struct WaitlistOfProvider: Query, HasFormerNames {
    public static let type: MessageType = "scheduling.waitlist-of-provider.v1"
    public static let formerFields = BookingNames.providerFields
    public let providerId: String?
    public let status: String?
    public let page: Int?
    public let perPage: Int?

    public func answer(in view: SchedulingView) throws -> Page<JSONValue> {
        var check = Validation()
        let request = PageRequest(page: page, perPage: perPage, &check)
        let wanted = status.flatMap { WaitlistEntry.State(rawValue: $0) }
        check.require(status == nil || wanted != nil, "status",
                      "must be one of \(WaitlistEntry.State.allCases.map(\.rawValue).joined(separator: ", "))")
        let owner = try view.calendarOwnerOrAll(named: providerId, form: check)
        let found = try view.waitlist.page(of: owner, state: wanted, offset: request.offset, limit: request.perPage)
        return Page(found.entries.map { $0.json(view.names) }, request, total: found.total)
    }
}
