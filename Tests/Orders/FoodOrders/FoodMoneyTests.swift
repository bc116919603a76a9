import Contracts
import Kernel
import OrdersDeliveries
import OrdersFood
import OrdersKit
import Testing

@Suite("Food orders: who gets what")
struct FoodMoneyTests {
    private let settings = FoodSettings()
    private let now = FoodKitchen.opening

    /// An order in a state, with a courier from the acceptance on.
    static func order(_ status: FoodOrderStatus, _ method: FoodPayment.Method = .card, subtotal: Int = 6200, fee: Int = 900,
        tip: Int = 500, delivery: DeliveryStatus? = nil, commission: Int = 1500) throws -> FoodOrder {
        let totals = QuoteContent.Totals(
            subtotal: FoodKitchen.money(subtotal), deliveryFee: FoodKitchen.money(fee), serviceFee: FoodKitchen.money(200),
            tip: FoodKitchen.money(tip), total: FoodKitchen.money(subtotal + fee + 200 + tip), taxIncluded: FoodKitchen.money(0))
        let content = QuoteContent(lines: FoodKitchen.quote.lines, totals: totals, zone: FoodKitchen.quote.zone,
                                   etaMinutes: FoodKitchen.quote.etaMinutes, location: FoodKitchen.home, distanceMeters: 1748)
        let id: OrderID = "order"
        let request = FoodOrderRequest(
            id: id, customer: "noura", quote: "quote", placedAt: FoodKitchen.opening, leaveAtDoor: false, sandbox: nil,
            payment: FoodPayment(of: id, method: method, methodId: nil), address: FoodAddress(line: "x", details: nil, phone: nil),
            note: nil, request: "r", language: nil, roles: ["customer"])
        let claimed = QuoteClaimed(
            claimId: request.claim, orderId: id, quoteId: "quote", customerId: "noura", quote: content,
            restaurant: .init(id: "r", ownerId: "salman", names: FoodKitchen.names, location: FoodKitchen.place, addressLine: "x",
                              phone: "+966110000000", prepMinutes: 20, extraMinutes: 0, commissionBasisPoints: commission),
            expiresAt: FoodKitchen.opening + .hours(1))
        var order = FoodOrder(request, claimed: claimed, number: 100_001, at: FoodKitchen.opening)
        func step(_ fact: FoodFact, after minutes: Int = 0) throws {
            _ = try FoodSale.step(&order, on: fact, at: FoodKitchen.opening + .minutes(minutes), settings: FoodSettings())
        }
        let owner = FoodActor(role: "owner", id: "salman"), courier = FoodActor(role: "courier", id: "yasser")
        if method == .cash { order.times.releasedAt = FoodKitchen.opening } else {
            try step(.payment(.succeeded(PaymentNotice(order.payment.id, totals.total))))
        }
        guard status != .pending else { return order }
        try step(.accept(by: owner, minutes: 20))
        if let delivery { try step(.delivery(FoodDelivery(status: delivery, courier: delivery == .searching ? nil : "yasser"))) }
        guard status != .accepted else { return order }
        try step(.prepare(by: owner))
        guard status != .preparing else { return order }
        try step(.ready(by: owner))
        guard status != .ready else { return order }
        try step(.delivery(FoodDelivery(status: .assigned, courier: "yasser")))
        try step(.pickedUp(by: courier))
        guard status != .outForDelivery else { return order }
        try step(status == .delivered ? .completed(by: courier, note: nil) : .failed(by: courier, note: nil))
        return order
    }

    private func sums(_ ledger: PostLedger) -> [String: Int] {
        ledger.entries.reduce(into: [:]) { sums, entry in
            sums["\(entry.account.rawValue) \(entry.userId?.rawValue ?? "")".trimmed, default: 0] += entry.amount.amount
        }
    }
    private func posted(_ order: inout FoodOrder, _ fact: FoodFact, after minutes: Int = 0) throws -> PostLedger? {
        let effects = try FoodSale.step(&order, on: fact, at: now + .minutes(minutes), settings: settings)
        return effects.lazy.compactMap { if case .post(let ledger) = $0 { ledger } else { nil } }.first
    }
    private let courier = FoodActor(role: "courier", id: "yasser")

    @Test("The first walkthrough: 52.70 for the owner, 12.20 for the courier, who has 78.00 of cash")
    func cash() throws {
        var order = try Self.order(.outForDelivery, .cash)
        let ledger = try #require(try posted(&order, .completed(by: courier, note: nil)))
        #expect(ledger.transactionId == "delivered:order")
        #expect(sums(ledger) == ["user salman": 5270, "user yasser": 1220 - 7800, "platform": 930 + 200 + 900 - 720])
    }

    @Test("Paid by card the money comes from the clearing account")
    func card() throws {
        var order = try Self.order(.outForDelivery)
        let ledger = try #require(try posted(&order, .completed(by: courier, note: nil)))
        #expect(sums(ledger) == ["user salman": 5270, "user yasser": 1220, "platform": 1310, "card_clearing": -7800])
    }

    @Test("The second walkthrough: cancelling costs 20 percent of the food, which the owner gets")
    func fee() throws {
        var order = try Self.order(.accepted)
        let customer = FoodActor(role: "customer", id: "noura")
        #expect(throws: Rejection.self) {
            try posted(&order, .customerCancels(by: customer, .tooSlow, note: nil, acceptedFee: nil), after: 3)
        }
        let ledger = try #require(try posted(
            &order, .customerCancels(by: customer, .tooSlow, note: nil, acceptedFee: FoodKitchen.money(1240)), after: 3))
        #expect(sums(ledger) == ["user salman": 1240, "card_clearing": -1240])
        #expect(order.cancellation?.refund == 6560 && order.payment.status == .refundPending)
    }

    @Test("What can't be delivered is paid to restaurant and courier, without the tip")
    func undeliverable() throws {
        var order = try Self.order(.outForDelivery)
        let card = try #require(try posted(&order, .failed(by: courier, note: "refused")))
        #expect(sums(card) == ["user salman": 5270, "user yasser": 720, "platform": 930 + 200 + 900 + 500 - 720, "card_clearing": -7800])
        #expect(order.payment.status == .paid && order.payment.refunds.isEmpty)
        var cash = try Self.order(.outForDelivery, .cash)
        #expect(sums(try #require(try posted(&cash, .failed(by: courier, note: nil)))) == [
            "user salman": 5270, "user yasser": 720, "platform": -5990,
        ])
        #expect(cash.payment.status == .void)
    }

    @Test("Without a courier the platform pays the restaurant and the customer gets everything back")
    func withoutCourier() throws {
        var order = try Self.order(.ready)
        let ledger = try #require(try posted(&order, .timer(.noCourier), after: 45))
        #expect(sums(ledger) == ["user salman": 5270, "platform": -5270])
        #expect(order.cancellation?.refund == 7800)
    }

    @Test("A courier at the restaurant is compensated when somebody else ends the order, once")
    func compensation() throws {
        var order = try Self.order(.ready, .cash, delivery: .atRestaurant)
        let staff = FoodActor(role: "support", id: "khaled")
        let ledger = try #require(try posted(&order, .staffCancel(by: staff, .fraud, note: "x", FoodStaffTerms(paysRestaurant: false))))
        #expect(sums(ledger) == ["user yasser": 700, "platform": -700])
        var paid = try Self.order(.ready, .cash, delivery: .atRestaurant)
        let terms = FoodStaffTerms(paysRestaurant: false, paysCourier: true)
        #expect(sums(try #require(try posted(&paid, .staffCancel(by: staff, .fraud, note: "x", terms)))) == [
            "user yasser": 720, "platform": -720,
        ])
    }

    @Test("The courier gets 80 percent of the fee, but 7.00 at least; commissions are rounded half up")
    func rounding() throws {
        #expect(FoodMoney.courierBase(try Self.order(.pending, fee: 500), settings).amount == 700)
        #expect(FoodMoney.courierBase(try Self.order(.pending, fee: 0), settings).amount == 700)
        #expect(FoodMoney.courierBase(try Self.order(.pending, fee: 1500), settings).amount == 1200)
        #expect(FoodMoney.commission(try Self.order(.pending, subtotal: 1003, commission: 1500)).amount == 150)
        #expect(FoodMoney.commission(try Self.order(.pending, subtotal: 1010, commission: 1250)).amount == 126)
        #expect(FoodMoney.commission(try Self.order(.pending, commission: 0)).amount == 0)
    }

    /// Every way in which an order ends.
    private static let endings: [(name: String, status: FoodOrderStatus, fact: FoodFact)] = {
        let staff = FoodActor(role: "support", id: "khaled"), owner = FoodActor(role: "owner", id: "salman")
        let customer = FoodActor(role: "customer", id: "noura"), courier = FoodActor(role: "courier", id: "yasser")
        var found: [(String, FoodOrderStatus, FoodFact)] = [
            ("rejected", .pending, .reject(by: owner, .tooBusy, note: nil)), ("not accepted", .pending, .timer(.acceptTimeout)),
            ("claim expired", .pending, .claimExpired),
            ("cancelled by its owner", .accepted, .ownerCancels(by: owner, .closing, note: nil)),
            ("cancelled while preparing", .preparing, .ownerCancels(by: owner, .closing, note: nil)),
            ("no courier", .ready, .timer(.noCourier)), ("delivered", .outForDelivery, .completed(by: courier, note: nil)),
            ("failed", .outForDelivery, .failed(by: courier, note: nil)),
            ("cancelled in time", .accepted, .customerCancels(by: customer, .mistake, note: nil, acceptedFee: nil)),
        ]
        for refund in [0, 1, 3000, nil] {
            for (restaurant, rider) in [(true, true), (true, false), (false, true), (false, false)] {
                let terms = FoodStaffTerms(refund: refund, paysRestaurant: restaurant, paysCourier: rider)
                for status in [FoodOrderStatus.preparing, .ready, .outForDelivery] {
                    let name = "staff \(refund ?? -1) \(restaurant) \(rider)"
                    found.append((name, status, .staffCancel(by: staff, .fraud, note: "x", terms)))
                }
            }
        }
        return found
    }()

    @Test("Every outcome is balanced, for card and cash, for all sums")
    func balanced() throws {
        var checked = 0
        for ending in Self.endings {
            for method in FoodPayment.Method.allCases {
                for (subtotal, fee, tip) in [(6200, 900, 500), (1, 0, 0), (33_333, 1501, 1), (0, 0, 0), (48_700, 800, 0)] {
                    var order = try Self.order(ending.status, method, subtotal: subtotal, fee: fee, tip: tip, delivery: .atRestaurant,
                                               commission: 1333)
                    guard let effects = try? FoodSale.step(&order, on: ending.fact, at: now, settings: settings) else {
                        // Only a refund of more than was paid is refused.
                        #expect(ending.name.hasPrefix("staff"), "\(ending.name) \(method)")
                        continue
                    }
                    #expect(order.status.isFinal)
                    for case .post(let ledger) in effects {
                        #expect(ledger.entries.reduce(0) { $0 + $1.amount.amount } == 0, "\(ending.name) \(method) \(subtotal)")
                        #expect(!ledger.entries.isEmpty && ledger.entries.allSatisfy { $0.amount.amount != 0 })
                    }
                    checked += 1
                }
            }
        }
        #expect(checked > 300)
    }
}
