import Kernel
import Messaging
import ServiceKit
import SoukTool
import Testing

@Suite("Tidy: lists")
struct ListRulesTests {
    /// Lists that are always one page, as the app's specification requires.
    private static let whole: Set<String> = ["scheduling /working-hours", "scheduling /trucks/{truckId}/roster"]
    /// Computed free times and counts of several days, whose page is the requested days; the few best addresses;
    /// one price per fuel.
    private static let countedOut: Set<String> = [
        "/slots", "/booking/links/{token}/slots", "/booking/appointments/{manageToken}/slots", "/delivery-windows",
        "/analytics/summary", "/geocode", "/geocode/reverse", "/fuel-prices",
    ]

    private static func routes<S: PlatformService>(of _: S.Type) -> [Route] { S.contents.routes }
    private static func readers<S: PlatformService>(of _: S.Type) -> [MessageType: any Decodable.Type] {
        Dictionary(S.contents.queries.map { read($0) }) { first, _ in first }
    }
    private static func read<Q: Query>(_: Q.Type) -> (MessageType, any Decodable.Type) { (Q.type, Q.self) }

    /// Whether the query reads this parameter: it fails on a text in place of a number.
    private static func reads<Q: Decodable>(_: Q.Type, _ name: String, _ path: [String]) throws -> Bool {
        let ids = Dictionary(path.map { ($0, JSONValue.string("1")) }) { first, _ in first }
        let bytes = try JSON.encode(JSONValue.object(ids.merging([name: "x"]) { _, own in own }))
        do {
            _ = try JSON.decode(Q.self, from: bytes)
            return false
        } catch let error as DecodingError {
            guard case .typeMismatch(_, let context) = error else { return false }
            return context.codingPath.last?.stringValue == name
        }
    }

    @Test("Every list of every service takes page from 1 and perPage from 1 to 100, refuses others, and reads both (12.F33)",
          arguments: InstalledServices.all.map { $0.name.rawValue })
    func paging(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        let readers = Self.readers(of: service)
        for route in Self.routes(of: service) where route.method == "GET" && route.kind == .query && route.answer?.isPage == true {
            guard !Self.whole.contains("\(name) \(route.path)") else { continue }
            // The gateway refuses these with 422, after 401 and 403 and before it looks anything up.
            #expect(route.query["page"] == .integer(1...1_000_000) && route.query["perPage"] == .integer(1...100), "\(route.path)")
            let reader = try #require(readers[route.message], "\(route.path) has no query")
            for parameter in ["page", "perPage"] {
                #expect(try Self.reads(reader, parameter, route.pathParameters), "\(route.path) does not read \(parameter)")
            }
        }
    }

    @Test("Every answer with a list in it says which page it is, unless it is no list of rows",
          arguments: InstalledServices.all.map { $0.name.rawValue })
    func pages(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        for route in Self.routes(of: service) where route.kind == .query && route.method == "GET" {
            guard route.answer?.json["properties"]?["data"]?["type"] == "array", !Self.countedOut.contains(route.path) else { continue }
            #expect(route.answer?.isPage == true, "\(route.path) answers a list without its page")
        }
    }
}
