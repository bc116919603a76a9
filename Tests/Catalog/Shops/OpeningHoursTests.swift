import CatalogService
import CatalogShops
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Opening hours")
struct OpeningHoursTests {
    private func shop(_ hours: JSONValue, special: JSONValue = []) throws -> ShopFixture {
        let it = try ShopFixture()
        var edit = ShopFixture.edit()
        (edit.openingHours, edit.specialDays) = (.value(hours), .value(special))
        try it.open(edit)
        return it
    }

    /// Local time is UTC + 1. 2026-11-21 is a Saturday.
    @Test("A shop is open from the first minute of an interval to the one before its last, in local time", arguments: [
        ("2026-11-21T07:00:00Z", true), ("2026-11-21T11:59:59Z", true), ("2026-11-21T12:00:00Z", false), ("2026-11-21T13:29:59Z", false),
        ("2026-11-21T13:30:00Z", true),
        ("2026-11-21T19:00:00Z", false), ("2026-11-22T08:00:00Z", false),
    ])
    func intervals(_ time: String, _ isOpen: Bool) throws {
        let it = try shop(["sat": [["14:30", "20:00"], ["08:00", "13:00"]]])
        it.shard.now = try #require(Timestamp(time))
        #expect(try it.shop(1).json["isOpen"] == .bool(isOpen))
        #expect(try it.browse(["openNow": true]) == (isOpen ? [1] : []))
        #expect(try it.browse(["openNow": false]) == [1])
    }

    @Test("An end at or before the start is on the next day, also when that is a special one", arguments: [
        ("2026-11-21T20:59:00Z", false), ("2026-11-21T21:00:00Z", true), ("2026-11-22T00:59:00Z", true), ("2026-11-22T01:00:00Z", false),
        ("2026-11-20T23:30:00Z", false),
    ])
    func pastMidnight(_ time: String, _ isOpen: Bool) throws {
        let it = try shop(["sat": [["22:00", "02:00"]]], special: [["date": "2026-11-22", "hours": []]])
        it.shard.now = try #require(Timestamp(time))
        #expect(try it.shop(1).json["isOpen"] == .bool(isOpen))
    }

    @Test("A special day replaces its weekday, and so does its night", arguments: [
        ("2026-11-21T09:00:00Z", false), ("2026-11-21T17:30:00Z", true), ("2026-11-28T09:00:00Z", true), ("2026-11-28T17:30:00Z", false),
    ])
    func specialDays(_ time: String, _ isOpen: Bool) throws {
        let it = try shop(["sat": [["08:00", "12:00"]]], special: [["date": "2026-11-21", "hours": [["18:00", "19:00"]]]])
        it.shard.now = try #require(Timestamp(time))
        #expect(try it.shop(1).json["isOpen"] == .bool(isOpen))
    }

    @Test("A special day says its hours; only an empty list closes the shop")
    func specialDayWithoutHours() throws {
        let it = try ShopFixture()
        var edit = ShopFixture.edit()
        edit.specialDays = .value([["date": "2026-12-01", "hours": []], ["date": "2026-12-02"]])
        #expect(it.errors(try it.shard.send(CreateShop(edit), as: ShopFixture.admin)) == ["specialDays.1.hours"])
    }

    @Test("From midnight to midnight is always open; unknown hours are neither open nor closed")
    func alwaysAndUnknown() throws {
        let days = Dictionary(OpeningHours.dayNames.map { ($0, JSONValue.array([["00:00", "00:00"]])) }) { first, _ in first }
        let it = try shop(.object(days))
        try it.open(ShopFixture.edit(["fr": "Sans horaires"]))
        for hours in 0..<48 {
            it.shard.now = Timestamp("2026-11-20T22:30:00Z").map { $0 + .hours(hours) } ?? it.shard.now
            #expect(try it.browse(["openNow": true]) == [1])
        }
        #expect(try it.shop(2).json["isOpen"] == .null && it.shop(2).json["openingHours"] == .null)
        #expect(try it.shop(1).json["openingHours"]?["mon"] == [["00:00", "00:00"]])
    }

    @Test("Intervals may touch but not overlap; at most four a day; times are HH:mm", arguments: [
        ([["08:00", "12:00"], ["12:00", "14:00"]], true), ([["08:00", "12:00"], ["11:59", "14:00"]], false),
        ([["22:00", "02:00"], ["23:00", "23:30"]], false),
        ([["24:00", "25:00"]], false), ([["8:00", "12:00"]], false), ([["08:00"]], false),
        ([["01:00", "02:00"], ["03:00", "04:00"], ["05:00", "06:00"], ["07:00", "08:00"], ["09:00", "10:00"]], false),
    ])
    func shape(_ intervals: [[String]], _ isFine: Bool) {
        var check = Validation()
        _ = OpeningHours.read(["mon": .array(intervals.map { .array($0.map { .string($0) }) })], "openingHours", &check)
        #expect(check.errors.keys.sorted() == (isFine ? [] : ["openingHours.mon"]))
    }

    /// The rule as people would say it, interval by interval.
    private static func isOpen(_ shop: Shop, _ moment: OpenMoment) -> Bool {
        func intervals(_ date: CalendarDate) -> [OpeningHours.Interval] {
            shop.specialDays.first { $0.date == date }?.intervals ?? shop.hours?.week[date.weekday] ?? []
        }
        return shop.hours != nil && (intervals(moment.today).contains { $0.opens <= moment.minute && moment.minute < $0.closes }
            || intervals(moment.yesterday).contains { moment.minute + OpeningHours.minutesPerDay < $0.closes })
    }

    @Test("Who is open is the same whether a week can be packed or not, at any minute of any day")
    func anyWeek() throws {
        let it = try ShopFixture()
        it.shard.hasRowsPastTheLog = true
        var random = ManyShops.Scatter(state: 11)
        var check = Validation()
        func day() -> JSONValue {
            var (at, intervals) = (random.below(400), [JSONValue]())
            for _ in 0..<[0, 1, 1, 2, 2, 3, 4][random.below(7)] {
                let end = at + 1 + random.below(500)
                guard at < OpeningHours.minutesPerDay, end - at <= OpeningHours.minutesPerDay else { break }
                func text(_ minutes: Int) -> JSONValue {
                    .string(String("0\(minutes / 60 % 24)".suffix(2)) + ":" + String("0\(minutes % 60)".suffix(2)))
                }
                intervals.append([text(at), text(end)])
                at = end + random.below(300)
            }
            return .array(intervals)
        }
        let first = CalendarDate(daysSinceEpoch: 20_770)
        var shops: [Shop] = []
        for id in 1...250 {
            let week = random.below(8) == 0 ? nil
                : OpeningHours.read(.object(Dictionary(OpeningHours.dayNames.map { ($0, day()) }) { first, _ in first }), "hours", &check)
            let dates = (0..<random.below(3)).map { first.adding(days: $0 * 5 + random.below(5)).description }
            var shop = ManyShops.shop(id, at: ShopFixture.center, hours: week)
            shop.specialDays = OpeningHours.readSpecialDays(.array(dates.map { ["date": .string($0), "hours": day()] }), "special", &check)
                ?? []
            shops.append(shop)
        }
        try check.check()
        try it.shard.file.pool.write { db in
            let store = ShopStore(database: db, tenant: "town", firstLanguage: "fr")
            for shop in shops { try store.insert(shop) }
        }
        try it.shard.file.pool.read { db in
            var filter = ShopFilter()
            filter.isOpenNow = true
            for _ in 0..<300 {
                let moment = OpenMoment(LocalTime(date: first.adding(days: random.below(20)), secondOfDay: random.below(86_400)))
                let found = try ShopListStore(database: db, tenant: "town")
                    .page(filter, bonuses: Bonuses([]), ShopViewer(user: nil, moment: moment), limit: 1000, offset: 0)
                #expect(Set(found.shops.map(\.id)) == Set(shops.filter { Self.isOpen($0, moment) }.map(\.id)), "\(moment)")
                #expect(found.shops.allSatisfy { $0.isOpen == true })
            }
        }
    }
}
