import Contracts
import Kernel
import OrdersDeliveries
import Storage
import TestKit
import Testing

/// Couriers and jobs in drawn orders; after each step the rows are compared with what the rules say, computed anew.
@Suite("Dispatch: what always holds")
struct DispatchModelTests {
    private static let couriers: [User.ID] = ["ali", "badr", "careem", "dawood", "ehab"]
    private static let places = [CourierScene.start, CourierScene.home, CourierScene.far, GeoPoint(lat: 24.80, lng: 46.70)]
    private static let shops = [CourierScene.shop, GeoPoint(lat: 24.95, lng: 46.69)]

    @Test("A job has at most one courier, a courier at most two jobs, and in the open phase all who may have an offer have one",
          arguments: [1, 2, 3, 4] as [UInt64])
    func invariants(_ seed: UInt64) throws {
        let scene = try CourierScene(couriers: Self.couriers)
        var draw = Draw(seed), jobs: [OrderID] = [], claims = 0
        for step in 0..<140 {
            let courier = Self.couriers[draw.below(Self.couriers.count)]
            let job = jobs.isEmpty ? nil : jobs[draw.below(jobs.count)]
            scene.shard.now = scene.shard.now + .seconds(draw.below(8))
            switch draw.below(20) {
            case 0, 1, 2, 3: try scene.goOnline(courier, at: Self.places[draw.below(Self.places.count)])
            case 4: try scene.goOffline(courier)
            case 5, 6: try scene.move(courier, to: Self.places[draw.below(Self.places.count)])
            case 7, 8:
                guard jobs.count < 12 else { break }
                jobs.append(OrderID("job-\(jobs.count)"))
                try scene.send(jobs[jobs.count - 1], from: Self.shops[draw.below(2)], cash: draw.below(2) == 0 ? 45_000 : nil)
            case 9, 10, 11, 12: if let job, try scene.claim(job, by: courier)?.status == 200 { claims += 1 }
            case 13: if let job { try scene.decline(job, by: courier) }
            case 14: if let job { try scene.release(job, by: courier) }
            case 15, 16:
                guard let job, let mine = try scene.job(job).courier else { break }
                try scene.pack(job)
                try scene.pickUp(job, by: mine)
                try scene.complete(job, by: mine, cash: 45_000)
            case 17: if let job { try scene.shard.receive(CancelParcel(id: job, payingCourier: false)) }
            case 18: try scene.shard.receive(CourierCashSettled(entryId: "s\(step)", courierId: courier,
                                                                amount: Money(45_000, CourierScene.sar), settledAt: scene.shard.now))
            default: try scene.shard.advance(by: .seconds(30))
            }
            try check(scene, jobs, "seed \(seed), step \(step)")
        }
        #expect(claims > 3 && jobs.count > 5)
        #expect(try scene.shard.deadLetters().isEmpty)
    }

    private func check(_ scene: CourierScene, _ ids: [OrderID], _ place: String) throws {
        let settings = DeliverySettings(), now = scene.shard.now
        let couriers = try Self.couriers.map { try scene.courier($0) }
        var underWay: [User.ID: Int] = [:]
        for id in ids {
            let job = try scene.job(id)
            let offers = try scene.shard.file.pool.read { try OfferStore($0, "parcels").all(of: id) }
            let live = offers.filter(\.isLive)
            if job.status.isUnderWay, let courier = job.courier { underWay[courier, default: 0] += 1 }
            guard job.status == .searching else {
                #expect(live.isEmpty, "\(place): \(id) is \(job.status) and offered")
                continue
            }
            for offer in live {
                #expect(couriers.first { $0.id == offer.courier }?.isOnline == true, "\(place): \(offer.courier) is offline")
                #expect(offer.expiresAt == job.exclusiveUntil && offer.declinedSearch != job.search, "\(place): \(id) and its offer differ")
            }
            if let until = job.exclusiveUntil {
                // A timer that is due has not fired yet when only the messages' time moved on.
                #expect((1...settings.exclusiveOffers).contains(live.count) || until <= now, "\(place): \(live.count) exclusive offers")
            } else {
                let declined = Set(offers.filter { $0.declinedSearch == job.search }.map(\.courier))
                let able = OfferRules.nearest(couriers, to: job, declined: declined, settings).map(\.courier.id)
                #expect(Set(able).isSubset(of: live.map(\.courier)), "\(place): somebody who may have \(id) has no offer")
            }
        }
        for courier in couriers {
            #expect(courier.activeJobs == underWay[courier.id] ?? 0, "\(place): jobs of \(courier.id)")
            #expect(courier.activeJobs <= settings.activeJobsMax && courier.cashInHand >= 0, "\(place): \(courier.id)")
        }
    }
}
