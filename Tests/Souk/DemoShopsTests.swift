import Contracts
import Foundation
import Kernel
import ServiceKit
import SoukPlatform
import SoukTool
import Testing

/// The facts of the product document that hold until a test changes them.
@Suite("Demo data of the membership card")
struct DemoShopsTests {
    private static let seededAt = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast
    private var seededAt: Timestamp { Self.seededAt }
    private let messages: [any Message]
    private let shops: [ImportShop]
    private let definition: TenantDefinition

    /// Read once: hashing the passwords takes its time.
    private static let loaded = Result {
        let yaml = try YAMLFile(path: "\(repository)/deploy/tenants/peez.yml")
        let definition = try TenantFile(yaml, catalogue: InstalledServices.catalogue).definition
        let data = try DemoData(folder: "\(repository)/deploy/demo/peez", definition: definition, seededAt: seededAt)
        return (definition, try data.messages { _ in }.map(\.message))
    }
    init() throws {
        (definition, messages) = try Self.loaded.get()
        shops = messages.compactMap { $0 as? ImportShop }
    }
    private var active: [ImportShop] { shops.filter { $0.status == "active" } }
    private func shop(_ n: Int) -> ImportShop? { shops.first { $0.shopId == n } }

    @Test("120 shops are active, one is a draft, one suspended; all names are different")
    func numbers() {
        #expect(active.map(\.shopId) == Array(1...120))
        #expect(shop(121)?.status == "draft" && shop(122)?.status == "suspended" && shops.count == 122)
        #expect(Set(shops.compactMap { $0.names["fr"] }).count == 122 && Set(shops.compactMap { $0.names["ar"] }).count == 122)
        #expect(shop(1)?.names == ["fr": "Boulangerie du Centre", "ar": "مخبزة المركز"] && shop(2)?.names["fr"] == "Boulangerie Moderne")
        #expect(shop(11)?.names["fr"] == "Boucherie Centrale" && shop(21)?.names["fr"] == "Épicerie El Baraka"
            && shop(31)?.names["fr"] == "Pharmacie El Bahia")
        for (word, count) in [("Boulang", 10), ("Boucherie", 10), ("Épicerie", 10), ("Pharmacie", 10), ("مخبزة", 10), ("جزارة", 10),
                              ("بقالة", 10), ("صيدلية", 10)] {
            #expect(active.filter { $0.names.values.contains { $0.contains(word) } }.count == count, "\(word)")
        }
    }

    @Test("Categories, neighborhoods, discounts and places follow the formulas")
    func formulas() throws {
        let centres = try #require(definition.settings["catalog"]?["shops"]?["neighborhoods"]?.array)
        func centre(_ id: Int, _ key: String) -> Double {
            switch centres.first(where: { $0["id"]?.int == id })?[key] {
            case .double(let value): value
            case .int(let value): Double(value)
            default: .nan
            }
        }
        for n in 1...120 {
            let one = try #require(shop(n))
            let area = (n - 1) % 16 + 1
            #expect(one.categoryId == (n + 9) / 10, "\(n)")
            #expect(one.neighborhoodId == [2: 1, 11: 2][n] ?? area, "\(n)")
            #expect(one.discountBasisPoints == [2: 700, 11: 550][n] ?? 500 + 50 * ((n + 4) % 7), "\(n)")
            guard ![1, 2, 11].contains(n) else { continue }
            #expect(abs(one.latitude - (centre(area, "latitude") + 0.0005 * Double((n - 1) / 16 - 3))) < 1e-9, "\(n)")
            #expect(abs(one.longitude - (centre(area, "longitude") + 0.0005 * Double(n % 5 - 2))) < 1e-9, "\(n)")
        }
        let counts = Dictionary(active.map { ($0.neighborhoodId, 1) }, uniquingKeysWith: +)
        #expect((1...16).map { counts[$0] } == [9, 8, 8, 8, 8, 8, 8, 8, 7, 7, 6, 7, 7, 7, 7, 7])
        #expect(shop(1)?.phone == "+213555111222" && shop(1)?.latitude == 35.7031 && shop(1)?.longitude == -0.6452)
    }

    @Test("From the middle of the town 12, 86, 106 and 120 shops lie within 1, 3, 5 and 10 km")
    func distances() {
        func km(_ shop: ImportShop) -> Double {
            func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
            let a = sin(radians(shop.latitude - 35.6976) / 2), b = sin(radians(shop.longitude + 0.6337) / 2)
            return 2 * 6371.0 * asin((a * a + cos(radians(35.6976)) * cos(radians(shop.latitude)) * b * b).squareRoot())
        }
        let byDistance = active.map { (km($0), $0.shopId) }.sorted { $0 < $1 }
        #expect([1.0, 3, 5, 10].map { radius in byDistance.filter { $0.0 <= radius }.count } == [12, 86, 106, 120])
        #expect(byDistance.prefix(3).map(\.1) == [118, 54, 102])
        #expect(byDistance.prefix(3).map { ($0.0 * 100).rounded() } == [39, 42, 44])
    }

    @Test("Shop 1 has twelve ratings, shop 120 none; Ahmed rated 2 and 11 and keeps 1, 11, 31")
    func ratings() {
        let ratings = messages.compactMap { $0 as? ImportShopRating }
        let ahmed: User.ID = "7eb37919-a105-4854-be79-26e93e953eb2"
        #expect(ratings.filter { $0.shopId == 1 }.map(\.stars).sorted() == [3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5])
        #expect(!ratings.contains { $0.shopId == 120 })
        #expect(ratings.filter { $0.userId == ahmed }.map { [$0.shopId, $0.stars] } == [[2, 4], [11, 5]])
        #expect(Set(ratings.map(\.ratingId)).count == ratings.count)
        #expect(Set(ratings.map { "\($0.shopId) \($0.userId)" }).count == ratings.count)
        for rating in ratings {
            #expect(rating.at < seededAt && rating.at >= shop(rating.shopId)?.publishedAt ?? seededAt, "\(rating.ratingId)")
        }
        #expect(messages.compactMap { $0 as? ImportShopFavorite }.filter { $0.userId == ahmed }.map(\.shopId) == [1, 11, 31])
    }

    @Test("Shops 1 to 60 have the usual hours, shop 61 is always open, the others tell none; vendors are those of the document")
    func hoursAndVendors() {
        #expect(
            (1...60).allSatisfy {
                shop($0)?.openingHours?["fri"] == [["15:00", "20:00"]] && shop($0)?.openingHours?["sat"] == [["08:00", "20:00"]]
            })
        #expect(shop(61)?.openingHours?.values.allSatisfy { $0 == [["00:00", "00:00"]] } == true && shop(61)?.openingHours?.count == 7)
        #expect((62...120).allSatisfy { shop($0)?.openingHours == nil })
        let accounts = Dictionary(messages.compactMap { $0 as? ImportAccount }.map { ($0.id, $0.email ?? "") }) { first, _ in first }
        let staffed = shops.filter { !$0.vendorUserIds.isEmpty }.map { "\($0.shopId) \(accounts[$0.vendorUserIds[0]] ?? "")" }
        #expect(staffed == ["1 vendor2@peez.dz", "11 vendor@peez.dz", "31 vendor3@peez.dz", "35 vendor3@peez.dz", "36 vendor3@peez.dz"])
    }

    @Test("One campaign runs on pharmacies, one is to come, one is a draft")
    func campaigns() {
        let campaigns = messages.compactMap { $0 as? ImportCampaign }
        #expect(campaigns.map(\.isDraft) == [false, false, true])
        #expect(campaigns.first?.campaign.categoryIds == [4] && campaigns.first?.campaign.bonusBasisPoints == 200)
        #expect(campaigns.map { $0.campaign.startsAt <= seededAt } == [true, false, false])
        #expect(campaigns.allSatisfy { $0.campaign.endsAt - $0.campaign.startsAt <= .days(31) && $0.campaign.endsAt > seededAt })
    }

    @Test("Ahmed is the second to have registered; forty members review")
    func accounts() {
        let accounts = messages.compactMap { $0 as? ImportAccount }
        let ahmed = accounts.first { $0.email == "ahmed@example.com" }
        #expect(ahmed?.id == "7eb37919-a105-4854-be79-26e93e953eb2" && ahmed?.registrationNumber == 2 && ahmed?.profile["neighborhoodId"]
            == 1)
        #expect(ahmed?.createdAt?.description == "2025-11-03T11:00:00Z")
        #expect(accounts.filter { $0.email?.hasPrefix("membre") == true }.count == 40)
        #expect(Set(accounts.compactMap(\.registrationNumber)).count == accounts.count)
    }
}
