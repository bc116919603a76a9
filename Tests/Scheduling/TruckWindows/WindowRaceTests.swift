import Contracts
import Kernel
import SchedulingTruckWindows
import TestKit
import Testing

/// What the books of stops must say, written the plain way: every claim that lives, and whose stop it has.
private struct Books {
    struct Live { let window: TruckWindowID, truck: String, until: Timestamp?, stopsThen: Int }
    var live: [ClaimID: Live] = [:]
    var stops = ["truck-1": 4, "truck-2": 3]
    static let fuels = ["truck-1": ["regular", "premium"], "truck-2": ["regular", "midgrade", "diesel"]]

    mutating func pass(to now: Timestamp) { live = live.filter { $0.value.until.map { now < $0 } ?? true } }
    func taken(_ window: TruckWindowID, _ truck: String) -> Int { live.values.count { $0.window == window && $0.truck == truck } }
    func remaining(_ window: TruckWindowID, _ truck: String) -> Int { max(0, (stops[truck] ?? 0) - taken(window, truck)) }
    func next(_ window: TruckWindowID, _ fuel: String) -> String? {
        let able = Self.fuels.keys.sorted().filter { Self.fuels[$0]?.contains(fuel) == true && remaining(window, $0) > 0 }
        return able.max { (remaining(window, $0), $1) < (remaining(window, $1), $0) }
    }
}

/// The same numbers in every run (a linear congruential generator; Knuth, The Art of Computer Programming, 3.3.4).
private struct Draws {
    var state: UInt64
    mutating func below(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(count))
    }
}

@Suite("Two hundred clients at once")
struct WindowRaceTests {
    @Test("Whatever they do, every answer is that of the books, and no truck has more claims than stops", arguments: [1, 2, 3] as [UInt64])
    func books(_ seed: UInt64) throws {
        let depot = try WindowDepot()
        let windows = try ["13:00", "15:00", "17:00"].map { try depot.id($0) }
        let fuels = ["regular", "regular", "premium", "diesel"]
        var books = Books(), draws = Draws(state: seed), waiting: [ClaimID] = [], granted = 0, full = 0
        for client in 0..<200 {
            let id = ClaimID("claim-\(client)"), window = windows[draws.below(windows.count)], fuel = fuels[draws.below(fuels.count)]
            books.pass(to: depot.shard.now)
            let expected = books.next(window, fuel)
            try depot.claim(id, window, fuel: fuel)
            let claimed = try depot.shard.published(WindowClaimed.self), refused = try depot.refused()
            #expect(claimed.map(\.truckId.rawValue) == [expected].compactMap { $0 })
            #expect(refused.map(\.slug) == (expected == nil ? ["window-full"] : []))
            if let expected {
                books.live[id] = Books.Live(window: window, truck: expected, until: depot.shard.now + WindowDepot.hold,
                                            stopsThen: books.stops[expected] ?? 0)
                waiting.append(id)
                granted += 1
            } else {
                full += 1
            }
            try act(depot, &books, &draws, &waiting)
            for window in windows {
                for (truck, stops) in books.stops {
                    let taken = books.taken(window, truck)
                    let most = books.live.values.filter { $0.window == window && $0.truck == truck }.map(\.stopsThen).max() ?? stops
                    #expect(taken <= most)
                }
            }
        }
        #expect(granted > 40 && full > 20)
        for window in windows {
            let shown = try #require(try depot.windows().json["data"]?.array?.first { $0["id"]?.string == window.rawValue })
            books.pass(to: depot.shard.now)
            #expect(shown["remaining"]?.int == books.stops.keys.reduce(0) { $0 + books.remaining(window, $1) })
        }
    }

    /// What else happens between two claims: payments that come or don't, staff, time.
    private func act(_ depot: WindowDepot, _ books: inout Books, _ draws: inout Draws, _ waiting: inout [ClaimID]) throws {
        switch draws.below(10) {
        case 0, 1, 2:
            guard !waiting.isEmpty else { return }
            let id = waiting.remove(at: draws.below(waiting.count))
            try depot.confirm(id)
            if let live = books.live[id] {
                books.live[id] = Books.Live(window: live.window, truck: live.truck, until: nil, stopsThen: live.stopsThen)
            }
            #expect(try depot.told().last == (books.live[id] == nil ? "window-claim-expired" : "window-confirmed"))
        case 3:
            guard let id = books.live.keys.sorted().dropFirst(draws.below(max(1, books.live.count))).first else { return }
            try depot.release(id)
            books.live[id] = nil
            waiting.removeAll { $0 == id }
        case 4:
            try depot.shard.advance(by: .minutes(draws.below(9)))
            books.pass(to: depot.shard.now)
        case 5:
            let truck = draws.below(2) == 0 ? "truck-1" : "truck-2", stops = draws.below(6)
            #expect(try depot.setRoster(TruckID(truck), [WindowDepot.row(WindowDepot.core, stops)])?.status == 200)
            books.stops[truck] = stops
        default: return
        }
        try depot.shard.markSeen()
    }

    @Test("Of two hundred orders for one window exactly as many win as there are stops, and the others hear what is free")
    func rush() throws {
        let depot = try WindowDepot()
        let window = try depot.id("13:00")
        for client in 0..<200 { try depot.claim(ClaimID("claim-\(client)"), window, fuel: "diesel") }
        #expect(try depot.shard.published(WindowClaimed.self).count == 3)
        let refused = try depot.refused()
        #expect(refused.count == 197 && refused.allSatisfy { $0.slug == "window-full" && $0.alternatives.count == 3 })
        #expect(try depot.remaining("13:00", fuel: "diesel") == 0)
        let first = try #require(refused.first?.alternatives.first)
        try depot.claim("again", first.id, fuel: "diesel")
        #expect(try depot.claimed().map(\.claimId) == ["again"])
    }
}
