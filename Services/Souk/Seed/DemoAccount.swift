import Contracts
import Kernel
import ServiceKit

/// One account of `accounts.yml`.
struct DemoAccount: Sendable {
    var n: Int
    var name: String
    var email: String?
    var phone: String?
    var password: String?
    var roles: [String]
    var dateOfBirth: CalendarDate?
    var interests: Interests?
    var followed: [Int]
    var favorites: [Int]
    /// Instead of the id that follows from `n`.
    var fixedID: String?
    var locale: String?
    var registrationNumber: Int?
    var registeredAt: Timestamp?
    var neighborhood: Int?
    var userID: User.ID { User.ID(fixedID ?? DemoID.user(n)) }
    var timezone: String?
    var isOrganizer: Bool { roles.contains("organizer") }

    struct Interests: Sendable {
        let categories: [String]
        let city: String?
        let price: String?
    }

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> [DemoAccount] {
        let form = YAMLForm(file: file.path)
        form.allow(["accounts", "crowd"], in: file.root, what: "accounts.yml")
        var accounts = form.list("accounts", in: file.root).map { account($0, form, time) }
        if let crowd = file.root["crowd"] {
            form.allow(["from", "through", "name", "email", "password", "roles", "dateOfBirth"], in: crowd, what: "a crowd")
            let numbers = form.number("from", in: crowd)...max(form.number("from", in: crowd), form.number("through", in: crowd))
            for (index, n) in numbers.enumerated() {
                var one = account(crowd, form, time, isCrowd: true)
                let count = index + 1 < 10 ? "0\(index + 1)" : String(index + 1)
                one.n = n
                one.name = one.name.replacing("{i}", with: count)
                one.email = one.email?.replacing("{i}", with: count)
                accounts.append(one)
            }
        }
        try form.check()
        return accounts
    }

    private static func account(_ value: YAMLFile.Value, _ form: YAMLForm, _ time: DemoTime, isCrowd: Bool = false) -> DemoAccount {
        if !isCrowd {
            form.allow(["n", "name", "email", "phone", "password", "roles", "dateOfBirth", "bornYearsAgo", "bornDaysAgo", "interests",
                        "follows", "favorites",
                        "id", "locale", "registration", "registered", "neighborhood", "timezone"], in: value, what: "an account")
        }
        var born: CalendarDate?
        if let text = form.optionalText("dateOfBirth", in: value) {
            born = CalendarDate(text)
            if born == nil { form.fail(value.line(of: "dateOfBirth"), "'\(text)' is not a date (YYYY-MM-DD)") }
        } else if value["bornYearsAgo"] != nil {
            let today = time.today
            let birthday = CalendarDate(year: today.year - form.number("bornYearsAgo", in: value), month: today.month,
                                        day: min(today.day, 28))
            born = birthday?.adding(days: -form.number("bornDaysAgo", in: value, default: 0))
        }
        var read = DemoAccount(n: isCrowd ? 0 : form.number("n", in: value), name: form.text("name", in: value),
                           email: form.optionalText("email", in: value),
                           phone: form.optionalText("phone", in: value), password: form.optionalText("password", in: value),
                           roles: form.texts("roles", in: value).map(\.text),
                           dateOfBirth: born, interests: value["interests"].map { interests($0, form) },
                           followed: form.numbers("follows", in: value), favorites: form.numbers("favorites", in: value))
        (read.fixedID, read.locale) = (form.optionalText("id", in: value), form.optionalText("locale", in: value))
        if value["registration"] != nil { read.registrationNumber = form.number("registration", in: value) }
        if value["neighborhood"] != nil { read.neighborhood = form.number("neighborhood", in: value) }
        if let text = form.optionalText("registered", in: value) {
            read.registeredAt = CalendarDate(text).map { time.noon(of: $0) }
            if read.registeredAt == nil { form.fail(value.line(of: "registered"), "'\(text)' is not a date (YYYY-MM-DD)") }
        }
        read.timezone = form.optionalText("timezone", in: value)
        return read
    }

    private static func interests(_ value: YAMLFile.Value, _ form: YAMLForm) -> Interests {
        form.allow(["categories", "city", "price"], in: value, what: "interests")
        return Interests(categories: form.texts("categories", in: value).map(\.text), city: form.optionalText("city", in: value),
                         price: form.optionalText("price", in: value))
    }

    /// - Parameter hash: PHC string of the password.
    func message(id: User.ID, hash: String?, at time: Timestamp) -> ImportAccount {
        ImportAccount(id: id, name: name, email: email, phone: phone, emailVerified: email != nil, phoneVerified: phone != nil,
                      passwordHash: hash, roles: roles, locale: locale, timezone: timezone, registrationNumber: registrationNumber,
                      createdAt: registeredAt ?? (time - .days(90)).wholeSeconds, profile: profile)
    }
    private var profile: ProfileValues {
        var profile = ProfileValues()
        profile["dateOfBirth"] = dateOfBirth.map { .string($0.description) }
        profile["neighborhoodId"] = neighborhood.map { .int($0) }
        if isOrganizer { (profile["identityStatus"], profile["organizerStatus"]) = ("verified", "approved") }
        return profile
    }
}
