import Foundation
import Kernel
import Messaging
import ServiceKit
import SoukTool
import Testing

@Suite("Tidy: who may call")
struct AccessRulesTests {
    /// Calls that refuse a caller because of a role or a permission, whatever the request contains.
    private static let deciding = ["require(permission:", "calendarOwner(", "calendarOwnerOrAll(", "throw Rejection.forbidden"]
    /// What a request asks for (`force`, the list of all) may need a right of its own: that is known after the request was read.
    private static let askedFor = "forbidden(without:"

    private static func routes<S: PlatformService>(of _: S.Type) -> [Route] { S.contents.routes }

    @Test("A handler that decides by roles stands behind a route that says which, so that 403 comes before 422 (common.md 7)",
          arguments: InstalledServices.all.map { $0.name.rawValue })
    func order(_ name: String) throws {
        let service = try #require(InstalledServices.named(ServiceName(name)))
        let pattern = /static let type: MessageType = "([^"]+)"/
        var deciders: [String: String] = [:]
        for file in SourceTree.swift where file.path.hasPrefix("Services/") {
            var type: String?
            for line in file.lines {
                if let found = line.firstMatch(of: pattern) { type = String(found.1) }
                guard let type, Self.deciding.contains(where: { line.contains($0) }), !line.contains(Self.askedFor),
                    !line.contains("func ") else { continue }
                deciders[type] = file.path
            }
        }
        #expect(deciders.count > 20)
        for route in Self.routes(of: service) {
            guard let path = deciders[route.message.rawValue] else { continue }
            #expect(route.access != .user && route.access != .guest, "\(route.method) \(route.path): \(path)")
        }
    }
}
