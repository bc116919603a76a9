import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersKit
import OrdersService
import TestKit
import Testing

@Suite("Stories of orders of fuel")
struct FuelStoryTests {
    private let station: FuelStation
    init() throws { station = try FuelStation() }

    /// Payments as they might be: authorise, decline, capture or refuse, and report it late, or twice. Captures are reported once.
    private struct Bank {
        enum State { case open, authorized, captured, released }
        var states: [PaymentID: State] = [:]
        var amounts: [PaymentID: Int] = [:]
        var taken = 0
        /// Reports on their way.
        var news: [FuelFact] = []
        var random: SplitMix

        mutating func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

        mutating func take(_ effects: [FuelEffect], of order: FuelOrder) {
            for effect in effects {
                switch effect {
                case .createIntent(let id, _, _): create(id, order)
                case .cancelIntent(let id): cancel(id, order)
                case .capture(let id, let amount): capture(id, amount, order)
                default: break
                }
            }
        }
        private mutating func create(_ id: PaymentID, _ order: FuelOrder) {
            let payment = order.payments.first { $0.id == id }
            let amount = payment?.amount ?? 0, notice = PaymentNotice(id, order.money(amount), failureCode: "card_declined", attempt: 1)
            amounts[id] = amount
            guard draw(3) > 0 else { return report(.payment(.failed(notice))) }
            if payment?.purpose == .order {
                states[id] = .authorized
                report(.payment(.authorized(notice, until: order.receivedAt + .days(7))))
            } else {
                states[id] = .captured
                taken += payment?.purpose == .balance ? amount : 0
                report(.payment(.succeeded(notice)))
            }
        }
        private mutating func cancel(_ id: PaymentID, _ order: FuelOrder) {
            guard states[id] != .captured else { return }
            states[id] = .released
            report(.payment(.canceled(PaymentNotice(id, order.money(amounts[id] ?? 0)))))
        }
        private mutating func capture(_ id: PaymentID, _ amount: Int, _ order: FuelOrder) {
            let notice = PaymentNotice(id, order.money(amount), failureCode: "capture_declined", attempt: 1)
            guard states[id] == .authorized, draw(2) == 0 else { return news.append(.payment(.captureFailed(notice))) }
            states[id] = .captured
            taken += amount
            report(.payment(.succeeded(notice)))
        }
        private mutating func report(_ fact: FuelFact) {
            for _ in 0...draw(2) { news.append(fact) }
        }
    }

    /// An order as it is placed, before anything was reported of it.
    private func blank() throws -> FuelOrder {
        let id = try station.place(["tip": FuelStation.money(300)], in: .minutes(30))
        return try #require(try station.shard.file.pool.read { try FuelOrderStore($0, "fuel").find(id) })
    }

    @Test("Whatever payments report and people do, money is taken once or not at all, and nothing stays authorised")
    func stories() throws {
        let blank = try blank(), settings = FuelOrderSettings(), payment = try #require(blank.payment)
        for seed in 0..<1500 {
            var order = blank, now = blank.receivedAt
            var bank = Bank(random: SplitMix(state: UInt64(seed)))
            func learn(_ fact: FuelFact) {
                let before = order
                guard let effects = try? FuelSale.step(&order, on: fact, at: now, settings: settings) else { return order = before }
                bank.take(effects, of: order)
            }
            bank.take([.createIntent(payment.id, .usual, sandbox: nil)], of: order)
            for _ in 0..<40 {
                now = now + .seconds(bank.draw(240))
                while let timer = FuelTimer.pending(of: order, settings).first, timer.due <= now { learn(.timer(timer.timer)) }
                if !bank.news.isEmpty, bank.draw(2) == 0 { learn(bank.news.removeFirst()) } else { learn(act(of: &bank, order, now)) }
            }
            learn(.cancel(by: .dispatcher, reason: nil, acceptedFee: nil))
            learn(.delivery(.read(FuelReading(meterStart: .zero, meterEnd: Gallons(thousandths: 9_000), at: now)), at: now))
            learn(.delivery(.photograph(Self.photo), at: now))
            learn(.delivery(.complete(by: .driver), at: now))
            // Everything that is on its way arrives, and every wait ends.
            for _ in 0..<200 {
                if !bank.news.isEmpty { learn(bank.news.removeFirst()) }
                else if let timer = FuelTimer.pending(of: order, settings).first { now = max(now, timer.due); learn(.timer(timer.timer)) }
            }
            let story = "seed \(seed): \(order.timeline.map(\.status.rawValue)), \(order.payments.map(\.status.rawValue))"
            #expect(order.status.isFinal, "\(story)")
            #expect(!bank.states.values.contains(.authorized), "\(story)")
            let due = order.final?.due ?? 0
            #expect(bank.taken == 0 || bank.taken == due, "\(story): \(bank.taken) of \(due)")
            #expect(due <= order.cap && order.final?.captured ?? 0 == bank.taken, "\(story)")
            #expect((order.final?.balanceDue ?? 0) + bank.taken == due, "\(story)")
        }
    }
    private static let photo = FuelPhoto(id: "meter", kind: .meter, sha256: "", size: 1)

    /// What somebody does next.
    private func act(of bank: inout Bank, _ order: FuelOrder, _ now: Timestamp) -> FuelFact {
        let driver = FuelDriver(id: "luis", truckId: "T-101", truckCode: "T-101")
        let facts: [FuelFact] = [
            .delivery(.assign(driver, by: .driver), at: now), .delivery(.start(by: .driver), at: now),
            .delivery(.arrive(overrideReason: nil, by: .geofence), at: now),
            .delivery(.startFueling(plate: order.vehicle.plate.number, by: .driver), at: now),
            .delivery(.read(FuelReading(meterStart: .zero, meterEnd: Gallons(thousandths: 20_000), at: now)), at: now),
            .delivery(.photograph(Self.photo), at: now), .delivery(.complete(by: .driver), at: now),
            .delivery(.release(reason: nil, by: .driver), at: now), .delivery(.fail(.wrongVehicle, note: nil, by: .driver), at: now),
            .cancel(by: .customer, reason: nil, acceptedFee: 1500), .pay(methodId: "card-2", sandbox: nil), .windowLost(order.claim),
            .customerErased(name: nil),
        ]
        // Deliveries go on more often than they end early.
        let place = bank.draw(facts.count + 14)
        return facts[place < facts.count ? place : place % 7]
    }
}
