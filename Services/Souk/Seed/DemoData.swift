import Contracts
import Foundation
import Kernel
import Messaging
import PasswordHash
import ServiceKit

/// The demo content of one tenant (`deploy/demo/<tenant>/*.yml`) as messages.
public struct DemoData {
    let accounts: [DemoAccount]
    let events: [DemoEvent]
    let sales: [DemoSale]
    let ratings: [DemoRating]
    let wallets: [DemoWallet]
    let shops: DemoShops?
    let memberships: [DemoMembership]
    let calendars: [DemoCalendar]
    let notifications: [DemoNotification]
    let preferences: [DemoPreferences]
    /// Accounts are numbered here.
    private let hasCountedIDs: Bool
    private let feePercent: Int
    private let time: DemoTime
    private let currency: Currency

    /// The folder with a tenant's demo data; nil: it has none.
    static func folder(of tenant: TenantID, _ installation: Installation) throws -> String? {
        guard let all = try? installation.folder("deploy/demo") else { return nil }
        let path = "\(all)/\(tenant)"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Throws `FileProblems` with file and line.
    public init(folder: String, definition: TenantDefinition, seededAt: Timestamp) throws {
        guard let time = DemoTime(seededAt: seededAt, zone: definition.timezone) else {
            throw Installation.Invalid(description: "unknown time zone \(definition.timezone)")
        }
        func file(_ name: String) throws -> YAMLFile? {
            FileManager.default.fileExists(atPath: "\(folder)/\(name)") ? try YAMLFile(path: "\(folder)/\(name)") : nil
        }
        (self.time, currency) = (time, definition.currency)
        accounts = try file("accounts.yml").map { try DemoAccount.read($0, time) } ?? []
        events = try file("events.yml").map { try DemoEvent.read($0, time) } ?? []
        sales = try file("sales.yml").map { try DemoSale.read($0, time) } ?? []
        wallets = try file("sales.yml").map { try DemoWallet.read($0, time) } ?? []
        calendars = try file("calendars.yml").map { try DemoCalendar.read($0, time) } ?? []
        notifications = try file("notifications.yml").map { try DemoNotification.read($0, time) } ?? []
        preferences = try file("notifications.yml").map { try DemoPreferences.read($0) } ?? []
        hasCountedIDs = definition.settings["auth"]?["countedIds"]?.bool ?? false
        feePercent = try definition.shared(PaymentTerms.self, in: "payments-stub").platformFeePercent
        ratings = try file("sales.yml").map { try DemoRating.read($0, time) } ?? []
        memberships = try file("memberships.yml").map { try DemoMembership.read($0, time) } ?? []
        shops = try file("shops.yml").map { try DemoShops.read($0, time) }
        try checkReferences(folder)
    }
    private static func seal(_ text: String, for service: ServiceName, _ keys: [ServiceName: SealingKey]) throws -> SealedValue {
        guard let key = keys[service], let publicKey = Base64URL.decode(key.publicKey) else {
            throw Installation.Invalid(description: "\(service) has not published the key its data is sealed to; is it running?")
        }
        let box = try Sealing.seal(Array(text.utf8), to: publicKey, purpose: .field)
        return SealedValue(keyID: key.id, encapsulatedKey: box.encapsulatedKey, ciphertext: Base64URL.encode(box.ciphertext))
    }
    private var userIDs: [Int: User.ID] { Dictionary(accounts.map { ($0.n, $0.userID) }) { first, _ in first } }

    private func checkReferences(_ folder: String) throws {
        let accounts = Set(accounts.map(\.n)), events = Set(events.map(\.n))
        var named = Set(self.events.map(\.owner) + sales.flatMap(\.buyers) + ratings.map(\.account))
        named.formUnion(shops?.accounts ?? [])
        for membership in memberships { named.formUnion(membership.accounts) }
        named.formUnion(notifications.map(\.account))
        named.formUnion(preferences.map(\.account))
        let strangers = named.subtracting(accounts)
        guard strangers.isEmpty else { throw Installation.Invalid(description: "\(folder): there are no accounts \(strangers.sorted())") }
        let told = sales.map(\.event) + ratings.map(\.event) + notifications.compactMap(\.event)
        let unknown = Set(told).subtracting(events)
        guard unknown.isEmpty else { throw Installation.Invalid(description: "\(folder): there are no events \(unknown.sorted())") }
    }

    /// Everything as messages, with a name that stays the same: the id of the message follows from it.
    /// - Parameter keys: confidential values are sealed to the key of their service.
    public func messages(sealedTo keys: [ServiceName: SealingKey] = [:], progress: (Int) -> Void) throws -> [
        (name: String, message: any Message)] {
        var out: [(String, any Message)] = []
        let hashes = try hashPasswords(progress: progress)
        for account in accounts {
            out.append(
                ("account/\(account.n)",
                 account.message(id: User.ID(id(of: account)), hash: account.password.flatMap { hashes[$0] }, at: time.seededAt)))
        }
        for calendar in calendars {
            guard let owner = accounts.first(where: { $0.n == calendar.owner }) else { continue }
            out += try calendar.messages(of: User.ID(id(of: owner)), name: owner.name) { try Self.seal($0, for: "scheduling", keys) }
        }
        let names = Dictionary(accounts.map { ($0.n, $0.name) }) { first, _ in first }
        for event in events {
            let mine = sales.filter { $0.event == event.n && $0.refunded == nil }
            let sold = Dictionary(mine.map { ($0.type, $0.each * $0.buyers.count) }, uniquingKeysWith: +)
            let bought = Dictionary(mine.flatMap { sale in sale.buyers.map { ($0, sale.each) } }, uniquingKeysWith: +)
            let attended = Set(mine.filter(\.attended).flatMap(\.buyers))
            let buyers = bought.sorted { $0.key < $1.key }.map {
                ImportEvent.Buyer(userId: User.ID(DemoID.user($0.key)), quantity: $0.value,
                                  attended: attended.contains($0.key) ? true : nil)
            }
            out.append(
                ("event/\(event.n)", event.message(organizerName: names[event.owner] ?? "", sold: sold, buyers: buyers, at: time.seededAt)))
        }
        for event in events { out += event.surroundings() }
        for account in accounts { out += tastes(of: account) }
        let userIDs = userIDs
        func user(_ n: Int) -> User.ID { userIDs[n] ?? User.ID(DemoID.user(n)) }
        if let shops { out += shops.messages(user, seededAt: time.seededAt) }
        for membership in memberships {
            out.append(("membership/\(membership.account)", membership.message(currency: currency, time, user)))
        }
        for rating in ratings { out.append(("rating/\(rating.event)/\(rating.account)", rating.message)) }
        for wallet in wallets {
            let message = wallet.message(events: events, sales: sales, feePercent: feePercent, currency: currency, seededAt: time.seededAt)
            out.append(("wallet/\(wallet.account)", message))
        }
        let snapshots =
            Dictionary(events.map { ($0.n, $0.snapshot(organizerName: names[$0.owner] ?? "", currency: currency)) }) { first, _ in first }
        for sale in sales {
            guard let snapshot = snapshots[sale.event] ?? nil else { continue }
            for order in sale.orders(snapshot, names: names) {
                out.append(("order/\(order.orderId)", order))
                if let payment = sale.payment(of: order, seededAt: time.seededAt) { out.append(("payment/\(order.orderId)", payment)) }
            }
        }
        return out + told(snapshots.compactMapValues { $0 })
    }

    /// What people heard and chose.
    private func told(_ snapshots: [Int: TicketEvent]) -> [(String, any Message)] {
        var out: [(String, any Message)] = []
        for account in accounts {
            let user = User.ID(id(of: account))
            for (place, told) in notifications.filter({ $0.account == account.n }).enumerated() {
                let message = told.message(place: place, user: user, locale: account.locale, snapshot: told.event.flatMap { snapshots[$0] })
                out.append(("notification/\(account.n)/\(place)", message))
            }
            for chosen in preferences where chosen.account == account.n {
                out.append(("preferences/\(account.n)", ImportPreferences(userId: user, roles: account.roles, document: chosen.document)))
            }
        }
        return out
    }

    private func id(of account: DemoAccount) -> String { hasCountedIDs ? String(account.n) : account.userID.rawValue }

    /// Whom somebody follows, what somebody likes.
    private func tastes(of account: DemoAccount) -> [(String, any Message)] {
        let user = User.ID(DemoID.user(account.n))
        var out: [(String, any Message)] = []
        if let interests = account.interests {
            out.append(
                ("interests/\(account.n)", ImportInterests(userId: user, preferredCategories: interests.categories, city: interests.city,
                                                           pricePreference: interests.price)))
        }
        for organizer in account.followed {
            out.append(
                ("follow/\(account.n)/\(organizer)",
                 ImportFollow(userId: user, organizerId: User.ID(DemoID.user(organizer)), at: time("d-20 10:00"))))
        }
        for event in account.favorites {
            out.append(
                ("favorite/\(account.n)/\(event)",
                 ImportFavorite(userId: user, eventId: EventID(DemoID.event(event)), at: time("d-5 10:00"))))
        }
        return out
    }

    /// Each different password is hashed once: scrypt is slow on purpose.
    private func hashPasswords(progress: (Int) -> Void) throws -> [String: String] {
        var hashes: [String: String] = [:]
        for password in Set(accounts.compactMap(\.password)).sorted() {
            hashes[password] = try PasswordHash(of: password, cost: .recommended).description
            progress(hashes.count)
        }
        return hashes
    }
    var passwordCount: Int { Set(accounts.compactMap(\.password)).count }
}
