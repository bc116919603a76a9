import ServiceKit

/// The routes of `auth`, by what they are for. Each subject adds its own.
package enum AuthRoutes {
    package static let userAgent = ["user-agent"]
    package static let paging: [String: Schema] = ["page": .integer(1...1_000_000), "perPage": .integer(1...100)]
}
