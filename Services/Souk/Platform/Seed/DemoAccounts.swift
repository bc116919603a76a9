import Contracts
import Kernel
import PasswordHash
import ServiceKit

extension DemoNumber.Kind {
    public static let account = Self("account")
}

/// `accounts.yml`: who has signed up, what they like and whom they follow.
public struct DemoAccounts: DemoReader {
    public static let file = "accounts.yml"
    public static let keys = ["accounts", "crowd"]

    struct Account {
        var n: Int
        var name: String
        var email, phone, password: String?
        var roles: [String]
        var dateOfBirth: CalendarDate?
        var interests: Interests?
        var followed, favorites: [Int]
        /// Instead of the id that follows from `n`.
        var fixedID: String?
        var locale, timezone: String?
        var registrationNumber: Int?
        var registeredAt: Timestamp?
        var neighborhood: Int?
        /// Further profile fields of the tenant (`settings.auth.profile`), as the app sends them.
        var profile: [String: JSONValue]

        var userID: User.ID { User.ID(fixedID ?? DemoID.user(n)) }
        var isOrganizer: Bool { roles.contains("organizer") }
    }
    struct Interests {
        let categories: [String]
        let city, price: String?
    }

    let accounts: [Account]
    let byNumber: [Int: Account]
    var passwords: [String] { Set(accounts.compactMap(\.password)).sorted() }

    public init(_ form: DemoForm) {
        var accounts = form.list("accounts", in: form.root).map { value in
            Self.account(form.own(of: .account, in: value), value, form)
        }
        if let crowd = form.root["crowd"] { accounts += Self.crowd(crowd, form) }
        self.accounts = accounts
        byNumber = Dictionary(accounts.map { ($0.n, $0) }) { first, _ in first }
    }

    /// Accounts that differ in their number only.
    private static func crowd(_ value: YAMLFile.Value, _ form: DemoForm) -> [Account] {
        form.allow(["from", "through", "name", "email", "password", "roles", "dateOfBirth"], in: value, what: "a crowd")
        let from = form.number("from", in: value), numbers = from...max(from, form.number("through", in: value))
        return numbers.enumerated().map { index, n in
            form.define(DemoNumber(.account, n), line: value.line)
            var one = account(n, value, form, isCrowd: true)
            let count = index + 1 < 10 ? "0\(index + 1)" : String(index + 1)
            one.name = one.name.replacing("{i}", with: count)
            one.email = one.email?.replacing("{i}", with: count)
            return one
        }
    }

    private static func account(_ n: Int, _ value: YAMLFile.Value, _ form: DemoForm, isCrowd: Bool = false) -> Account {
        if !isCrowd {
            form.allow(["n", "name", "email", "phone", "password", "roles", "dateOfBirth", "bornYearsAgo", "bornDaysAgo", "interests",
                        "follows", "favorites", "id", "locale", "registration", "registered", "neighborhood", "timezone", "profile"],
                       in: value, what: "an account")
        }
        var one = Account(n: n, name: form.text("name", in: value), roles: form.texts("roles", in: value).map(\.text),
                          followed: form.references("follows", to: .account, in: value),
                          favorites: form.references("favorites", to: .event, in: value),
                          profile: value["profile"]?.json.object ?? [:])
        (one.email, one.phone) = (form.optionalText("email", in: value), form.optionalText("phone", in: value))
        (one.password, one.timezone) = (form.optionalText("password", in: value), form.optionalText("timezone", in: value))
        (one.fixedID, one.locale) = (form.optionalText("id", in: value), form.optionalText("locale", in: value))
        one.dateOfBirth = dateOfBirth(value, form)
        one.interests = value["interests"].map { interests($0, form) }
        one.registrationNumber = form.optionalNumber("registration", in: value)
        one.neighborhood = form.optionalNumber("neighborhood", in: value)
        one.registeredAt = date("registered", value, form).map { form.time.noon(of: $0) }
        return one
    }

    private static func dateOfBirth(_ value: YAMLFile.Value, _ form: DemoForm) -> CalendarDate? {
        guard value["dateOfBirth"] == nil, value["bornYearsAgo"] != nil else { return date("dateOfBirth", value, form) }
        let today = form.time.today
        let birthday = CalendarDate(year: today.year - form.number("bornYearsAgo", in: value), month: today.month, day: min(today.day, 28))
        return birthday?.adding(days: -form.number("bornDaysAgo", in: value, default: 0))
    }
    private static func date(_ key: String, _ value: YAMLFile.Value, _ form: DemoForm) -> CalendarDate? {
        guard let text = form.optionalText(key, in: value) else { return nil }
        let date = CalendarDate(text)
        if date == nil { form.fail(value.line(of: key), "'\(text)' is not a date (YYYY-MM-DD)") }
        return date
    }
    private static func interests(_ value: YAMLFile.Value, _ form: DemoForm) -> Interests {
        form.allow(["categories", "city", "price"], in: value, what: "interests")
        return Interests(categories: form.texts("categories", in: value).map(\.text), city: form.optionalText("city", in: value),
                         price: form.optionalText("price", in: value))
    }

    // MARK: - Messages

    public func messages(in content: DemoContent) throws -> [DemoMessage] {
        // Each different password is hashed once: scrypt is slow on purpose.
        var hashes: [String: String] = [:]
        for password in passwords {
            hashes[password] = try PasswordHash(of: password, cost: .recommended).description
            content.progress(hashes.count)
        }
        return accounts.flatMap { account -> [DemoMessage] in
            let message = account.message(id: content.user(account.n), hash: account.password.flatMap { hashes[$0] },
                                          at: content.time.seededAt)
            return [DemoMessage("account/\(account.n)", .accounts, message)] + account.choices(in: content)
        }
    }
}

extension DemoAccounts.Account {
    /// - Parameter hash: PHC string of the password.
    fileprivate func message(id: User.ID, hash: String?, at time: Timestamp) -> ImportAccount {
        var values = ProfileValues(profile)
        if let dateOfBirth { values["dateOfBirth"] = .string(dateOfBirth.description) }
        if let neighborhood { values["neighborhoodId"] = .int(neighborhood) }
        if isOrganizer { (values["identityStatus"], values["organizerStatus"]) = ("verified", "approved") }
        return ImportAccount(id: id, name: name, email: email, phone: phone, emailVerified: email != nil, phoneVerified: phone != nil,
                             passwordHash: hash, roles: roles, locale: locale, timezone: timezone, registrationNumber: registrationNumber,
                             createdAt: registeredAt ?? (time - .days(90)).wholeSeconds, profile: values)
    }

    /// Whom somebody follows, what somebody likes.
    fileprivate func choices(in content: DemoContent) -> [DemoMessage] {
        let user = content.user(n), time = content.time
        var out: [DemoMessage] = []
        if let interests {
            out.append(DemoMessage("interests/\(n)", .choices, ImportInterests(
                userId: user, preferredCategories: interests.categories, city: interests.city, pricePreference: interests.price)))
        }
        out += followed.map { organizer in
            DemoMessage("follow/\(n)/\(organizer)", .choices, ImportFollow(
                userId: user, organizerId: content.user(organizer), at: time("d-20 10:00")))
        }
        return out + favorites.map { event in
            DemoMessage("favorite/\(n)/\(event)", .choices, ImportFavorite(
                userId: user, eventId: EventID(DemoID.event(event)), at: time("d-5 10:00")))
        }
    }
}
