// swift-tools-version: 6.2
import PackageDescription

// Souk: small executables that share nothing but Kafka topics.
// The dependency rule lives here: a service sees Shared modules, never another service; only Main/ sees Kafka.

/// The default linker takes most of an incremental build: there are many programs and a test bundle.
let fastLink: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]
/// Programs carry the Swift runtime: a service then maps only what it uses of it (4 MiB less when idle), and runs where no toolchain is.
let program: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld", "-static-stdlib", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
                  "-lCoreFoundation"]),
]
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
/// Tests call what is optimised and need not be: a fifth of a whole build was optimising them.
let strictTests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"])]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let coreMetrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let heap: Target.Dependency = .product(name: "HeapModule", package: "swift-collections")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let hummingbirdHTTP2: Target.Dependency = .product(name: "HummingbirdHTTP2", package: "hummingbird")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

extension Target {
    static func shared(_ name: String, _ dependencies: [Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Shared/\(name)", swiftSettings: strict)
    }
    /// A service is a library (`OrdersService`, everything but Main/) and an executable (`orders`, only Main/). Subjects
    /// that stand alone are targets of their own, one folder each; the line of a subject names the others that it imports.
    static func service(_ folder: String, executable: String, _ extra: [Dependency] = [], subjects: [Subject] = []) -> [Target] {
        let kit: [Dependency] = ["Kernel", "Messaging", "Storage", "ServiceKit", "Contracts", grdb]
        return subjects.map { subject in
            .target(name: subject.name, dependencies: subject.isPure ? ["Kernel", "Contracts"] : kit + subject.imports,
                    path: "Services/\(folder)/\(subject.folder)", swiftSettings: strict)
        } + [
            .target(name: "\(folder)Service", dependencies: kit + extra + subjects.map { .target(name: $0.name) },
                    path: "Services/\(folder)", exclude: ["Main", "README.md"] + subjects.map(\.folder), swiftSettings: strict),
            .executableTarget(name: executable, dependencies: [.target(name: "\(folder)Service"), "ServiceKit", "Kafka"],
                              path: "Services/\(folder)/Main", swiftSettings: strict, linkerSettings: program),
        ]
    }
    static func tests(_ name: String, _ dependencies: [Dependency], exclude: [String] = []) -> Target {
        .testTarget(name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: strictTests,
                    linkerSettings: fastLink)
    }
}

/// A part of a service as a target: its features see the Kit and nothing else of the service, unless `imports` says so.
struct Subject {
    let name: String
    let folder: String
    var imports: [Target.Dependency] = []
    /// Functions of values: it sees neither the log nor the database.
    var isPure = false
}

/// The services of `Platform.services` (Shared/Contracts), which a test compares with this list.
let services: [Target] =
    Target.service("Auth", executable: "auth", subjects: [
        Subject(name: "AuthKit", folder: "AuthKit", imports: [crypto, "PasswordHash", "CCommonPasswords"]),
        Subject(name: "AuthOpenID", folder: "Plugins", imports: [crypto, cryptoExtras, nioCore, asyncHTTPClient]),
        Subject(name: "AuthSessions", folder: "Sessions", imports: ["AuthKit", crypto]),
        Subject(name: "AuthOrganizerApplication", folder: "OrganizerApplication", imports: ["AuthKit"]),
        Subject(name: "AuthIdentityVerification", folder: "IdentityVerification",
                imports: ["AuthKit", "AuthOrganizerApplication", crypto]),
        Subject(name: "AuthAvatars", folder: "Avatars", imports: ["AuthKit", "AuthOrganizerApplication"]),
        Subject(name: "AuthAccounts", folder: "Accounts",
                imports: ["AuthKit", "AuthSessions", "AuthAvatars", "AuthIdentityVerification", "AuthOrganizerApplication",
                          "PasswordHash"]),
        Subject(name: "AuthCodes", folder: "Codes", imports: ["AuthKit", "AuthSessions", crypto, "PasswordHash"]),
        Subject(name: "AuthSignIn", folder: "SignIn",
                imports: ["AuthKit", "AuthSessions", "AuthAccounts", "AuthOpenID", crypto, "PasswordHash"]),
    ])
    + Target.service("Catalog", executable: "catalog", subjects: [
        Subject(name: "CatalogKit", folder: "CatalogKit"),
        Subject(name: "CatalogClaims", folder: "Claims", imports: ["CatalogKit"]),
        Subject(name: "CatalogEvents", folder: "Events", imports: ["CatalogKit", crypto, heap]),
        Subject(name: "CatalogDiscovery", folder: "Discovery", imports: ["CatalogKit", "CatalogEvents"]),
        Subject(name: "CatalogFriends", folder: "Friends", imports: ["CatalogKit", "CatalogEvents"]),
        Subject(name: "CatalogSocial", folder: "Social", imports: ["CatalogKit", "CatalogEvents", "CatalogDiscovery"]),
        Subject(name: "CatalogWaitlist", folder: "Waitlist", imports: ["CatalogKit", "CatalogEvents"]),
        Subject(name: "CatalogPeople", folder: "People", imports: ["CatalogKit", "CatalogEvents", "CatalogFriends", "CatalogSocial"]),
        Subject(name: "CatalogModeration", folder: "Moderation", imports: ["CatalogKit", "CatalogEvents", "CatalogSocial"]),
        Subject(name: "CatalogShops", folder: "Shops", imports: ["CatalogKit"]),
        Subject(name: "CatalogShopRatings", folder: "ShopRatings", imports: ["CatalogKit", "CatalogShops"]),
        Subject(name: "CatalogCampaigns", folder: "Campaigns", imports: ["CatalogKit", "CatalogShops"]),
        Subject(name: "CatalogAppEvents", folder: "AppEvents", imports: ["CatalogKit", "CatalogShops"]),
        Subject(name: "CatalogRestaurants", folder: "Restaurants", imports: ["CatalogKit"]),
        Subject(name: "CatalogMeals", folder: "Meals", imports: ["CatalogKit", "CatalogRestaurants"]),
        Subject(name: "CatalogQuotes", folder: "Quotes", imports: ["CatalogKit", "CatalogRestaurants", "CatalogMeals"]),
        Subject(name: "CatalogServiceAreas", folder: "ServiceAreas", imports: ["CatalogKit"]),
        Subject(name: "CatalogSupport", folder: "Support", imports: ["CatalogKit", "CatalogEvents"]),
        Subject(name: "CatalogLegal", folder: "Legal", imports: ["CatalogKit"]),
        Subject(name: "CatalogFuelPrices", folder: "FuelPrices", imports: ["CatalogKit", "CatalogServiceAreas"]),
        Subject(name: "CatalogVehicleReference", folder: "VehicleReference", imports: ["CatalogKit", "CatalogFuelPrices"]),
    ])
    + Target.service("Orders", executable: "orders", subjects: [
        Subject(name: "OrdersKit", folder: "OrdersKit"),
        Subject(name: "OrdersTicketSales", folder: "TicketSales", imports: ["OrdersKit", "PDF", "QRCode", "WalletPass"]),
        Subject(name: "OrdersCheckIn", folder: "CheckIn", imports: ["OrdersKit", "OrdersTicketSales", crypto]),
        Subject(name: "OrdersBusinessNumbers", folder: "BusinessNumbers", imports: ["OrdersKit", "OrdersTicketSales"]),
        Subject(name: "OrdersDeliveries", folder: "Deliveries", imports: ["OrdersKit"]),
        Subject(name: "OrdersFood", folder: "FoodOrders", imports: ["OrdersKit", "OrdersDeliveries", crypto]),
        Subject(name: "OrdersFuelReceipts", folder: "FuelReceipts", imports: ["OrdersKit", "PDF"]),
        Subject(name: "OrdersPages", folder: "OrderPages", imports: ["OrdersKit"]),
        Subject(name: "OrdersFoodPages", folder: "FoodPages", imports: ["OrdersKit", "OrdersPages", "OrdersFood"]),
        Subject(name: "OrdersMembership", folder: "Membership", imports: ["OrdersKit", "QRCode", crypto]),
        Subject(name: "OrdersTrucks", folder: "Trucks", imports: ["OrdersKit", "OrdersFuelCatalog"]),
        Subject(name: "OrdersFuelCatalog", folder: "FuelCatalog", imports: ["OrdersKit"]),
        Subject(name: "OrdersVehicles", folder: "Vehicles", imports: ["OrdersKit", "OrdersFuelCatalog"]),
        Subject(name: "OrdersFuelQuotes", folder: "FuelQuotes", imports: ["OrdersKit", "OrdersFuelCatalog", "OrdersVehicles"]),
        Subject(name: "OrdersFuel", folder: "FuelOrders",
                imports: ["OrdersKit", "OrdersFuelCatalog", "OrdersVehicles", "OrdersFuelQuotes", "OrdersTrucks", "OrdersFuelReceipts"]),
        Subject(name: "OrdersFuelDeliveries", folder: "FuelDeliveries", imports: ["OrdersKit", "OrdersFuel", "OrdersTrucks"]),
        Subject(name: "OrdersFuelPages", folder: "FuelPages",
                imports: ["OrdersKit", "OrdersPages", "OrdersFuelCatalog", "OrdersFuelQuotes", "OrdersTrucks", "OrdersFuel",
                          "OrdersFuelReceipts"]),
    ])
    + Target.service("Payments", executable: "payments-stub", subjects: [
        Subject(name: "PaymentsKit", folder: "PaymentsKit"),
        Subject(name: "PaymentsProviders", folder: "Plugins", imports: ["PaymentsKit"]),
        Subject(name: "PaymentsStripe", folder: "Stripe", imports: ["PaymentsKit", crypto, nioCore, asyncHTTPClient]),
        Subject(name: "PaymentsMethods", folder: "PaymentMethods", imports: ["PaymentsKit"]),
        Subject(name: "PaymentsAccountLedger", folder: "AccountLedger", imports: ["PaymentsKit"]),
        Subject(name: "PaymentsWallets", folder: "Wallets", imports: ["PaymentsKit"]),
        Subject(name: "PaymentsShopCash", folder: "ShopCash", imports: ["PaymentsKit"]),
        Subject(name: "PaymentsCashOnDelivery", folder: "CashOnDelivery", imports: ["PaymentsKit"]),
        Subject(name: "PaymentsCaptures", folder: "Captures", imports: ["PaymentsKit"]),
        Subject(name: "PaymentsRefunds", folder: "Refunds", imports: ["PaymentsKit", "PaymentsAccountLedger", "PaymentsWallets"]),
        Subject(name: "PaymentsIntents", folder: "Intents",
                imports: ["PaymentsKit", "PaymentsMethods", "PaymentsCaptures", "PaymentsRefunds", "PaymentsWallets"]),
        Subject(name: "PaymentsProviderCalls", folder: "ProviderCalls",
                imports: ["PaymentsKit", "PaymentsIntents", "PaymentsCaptures", "PaymentsRefunds", logging]),
        Subject(name: "PaymentsWebhooks", folder: "Webhooks",
                imports: ["PaymentsKit", "PaymentsAccountLedger", "PaymentsWallets", crypto, logging, nioCore, nioPosix, nioHTTP1, nioSSL]),
        Subject(name: "PaymentsGuestPayments", folder: "GuestPayments", imports: ["PaymentsKit", "PaymentsIntents", "PaymentsWebhooks"]),
    ])
    + Target.service("Scheduling", executable: "scheduling", subjects: [
        Subject(name: "SchedulingKit", folder: "SchedulingKit"),
        Subject(name: "SchedulingEventReminders", folder: "EventReminders", imports: ["SchedulingKit"]),
        Subject(name: "SchedulingPersonalCalendar", folder: "PersonalCalendar", imports: ["SchedulingKit", "SchedulingEventReminders"]),
        Subject(name: "SchedulingAppointments", folder: "Appointments", imports: ["SchedulingKit"]),
        Subject(name: "SchedulingCalendars", folder: "Calendars", imports: ["SchedulingKit", "SchedulingAppointments"]),
        Subject(name: "SchedulingTruckWindows", folder: "TruckWindows"),
    ])
    + Target.service("Notifications", executable: "notifications", subjects: [
        Subject(name: "NotificationPolicy", folder: "Policy", isPure: true),
        Subject(name: "NotificationsKit", folder: "NotificationsKit", imports: ["NotificationPolicy"]),
        Subject(name: "NotificationsDelivery", folder: "Delivery",
                imports: ["NotificationsKit", "NotificationPolicy", logging, asyncHTTPClient, nioCore, nioHTTP1, nioSSL]),
        Subject(name: "NotificationsEmail", folder: "Email",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsDelivery", nioCore, nioPosix, nioSSL]),
        Subject(name: "NotificationsPush", folder: "Push",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsDelivery", cryptoExtras]),
        Subject(name: "NotificationsTextMessages", folder: "SMS",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsDelivery", crypto]),
        Subject(name: "NotificationsEngine", folder: "Engine",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsDelivery"]),
        Subject(name: "NotificationsPreferences", folder: "Preferences",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsEngine"]),
        Subject(name: "NotificationsFeed", folder: "Feed",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsEngine", "NotificationsDelivery",
                          "NotificationsPreferences"]),
        Subject(name: "NotificationsAdministration", folder: "Administration",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsEngine", "NotificationsPreferences",
                          "NotificationsFeed"]),
        Subject(name: "NotificationsClientEvents", folder: "ClientEvents", imports: ["NotificationsKit"]),
        Subject(name: "NotificationsAccountNews", folder: "Sources/Accounts",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsEngine", "NotificationsDelivery"]),
        Subject(name: "NotificationsTicketNews", folder: "Sources/Tickets",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsEngine", "NotificationsDelivery"]),
        Subject(name: "NotificationsMembershipNews", folder: "Sources/Membership",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsEngine"]),
        Subject(name: "NotificationsFoodOrderNews", folder: "Sources/FoodOrders",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsEngine"]),
        Subject(name: "NotificationsFuelOrderNews", folder: "Sources/FuelOrders",
                imports: ["NotificationsKit", "NotificationPolicy", "NotificationsEngine", "NotificationsPreferences"]),
    ])
let servicePrograms = services.filter { $0.type == .executable }.map(\.name)
/// For the tests of a service: all its subjects.
@MainActor func subjects(of folder: String) -> [Target.Dependency] {
    services.filter { $0.path?.hasPrefix("Services/\(folder)/") == true && $0.type == .regular }.map { .target(name: $0.name) }
}
/// `OrdersService` and the others, without their subjects.
let serviceLibraries = services.filter { $0.type == .regular && $0.name.hasSuffix("Service") }
    .map { Target.Dependency.target(name: $0.name) }

let package = Package(
    name: "souk",
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    ],
    targets: [
        .systemLibrary(name: "CRdKafka", path: "Shared/CRdKafka", pkgConfig: "rdkafka", providers: [.apt(["librdkafka-dev"])]),
        .systemLibrary(name: "CLibCrypto", path: "Shared/CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", path: "Shared/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CProcess", path: "Shared/CProcess"),
        .target(name: "CTimedWait", path: "Shared/CTimedWait"),
        .target(name: "CGatheredWAL", dependencies: ["CSQLite"], path: "Shared/CGatheredWAL"),
        .systemLibrary(name: "CSQLite", path: "Shared/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CQRCode", path: "Shared/CQRCode", pkgConfig: "libqrencode libpng",
                       providers: [.apt(["libqrencode-dev", "libpng-dev"])]),

        .target(name: "CCommonPasswords", path: "Shared/CCommonPasswords", exclude: ["common-passwords.txt"]),
        .shared("Kernel", [crypto]),
        .shared("Contracts", ["Kernel"]),
        .shared("QRCode", ["CQRCode"]),
        .shared("PDF"),
        .shared("WalletPass", ["CLibCrypto", "CQRCode", "CZlib", crypto]),
        .shared("PasswordHash", ["CLibCrypto", "Kernel"]),
        .shared("Storage", ["Kernel", "CSQLite", "CGatheredWAL", grdb, grdbSQLite, crypto, logging]),
        .shared("Messaging", ["Kernel", "Contracts", "Storage", grdb, crypto, logging, coreMetrics]),
        .shared("Kafka", ["CRdKafka", "CTimedWait", "Kernel", "Messaging", logging, coreMetrics]),
        .shared("ServiceKit", ["Kernel", "Messaging", "Storage", "Contracts", "CProcess", grdb, crypto, logging, yams, nioCore, nioPosix,
                               nioHTTP1]),
        .shared("TestKit", ["Kernel", "Messaging", "Storage", "ServiceKit", "Contracts", "Kafka", grdb]),

        .target(name: "GatewayService", dependencies: ["Kernel", "Contracts", "Messaging", "Storage", "ServiceKit", "CZlib", grdb, crypto,
                                                      logging, yams, hummingbird, hummingbirdCore, hummingbirdHTTP2,
                                                      httpTypes, nioCore, nioPosix, nioHTTP1, nioHTTPTypes, nioWebSocket, nioSSL, lifecycle,
                                                      unixSignals],
                path: "Services/Gateway", exclude: ["Main", "README.md"], swiftSettings: strict),
        .executableTarget(name: "gateway", dependencies: ["GatewayService", "ServiceKit", "Kafka"], path: "Services/Gateway/Main",
                          swiftSettings: strict, linkerSettings: program),
        .target(name: "CLinux", path: "Services/Broker/CLinux"),
        .executableTarget(name: "embedded-broker", dependencies: ["CLinux"], path: "Services/Broker", exclude: ["CLinux", "README.md"],
                          swiftSettings: strict, linkerSettings: program),
        .target(name: "CSupervise", path: "Services/Souk/CSupervise"),
        // The tool in three targets: a change of a service compiles only what needs code of services.
        .target(name: "SoukPlatform", dependencies: ["Kernel", "Messaging", "Storage", "ServiceKit", "Contracts", "Kafka", "PasswordHash",
                                                     "CSupervise", arguments, logging, nioCore, nioPosix, grdb],
                path: "Services/Souk/Platform", swiftSettings: strict),
        .target(name: "SoukMeasures", dependencies: ["SoukPlatform", "Kernel", "Messaging", "Storage", "ServiceKit", "Contracts", grdb,
                                                     "CatalogService", "CatalogKit", "CatalogDiscovery", "CatalogEvents",
                                                     "CatalogRestaurants", "CatalogShops", "CatalogSocial", "NotificationsService",
                                                     "NotificationsEngine", "NotificationPolicy", "SchedulingKit",
                                                     "OrdersService", "OrdersTicketSales", "OrdersCheckIn", "OrdersBusinessNumbers"],
                path: "Services/Souk/Measures", swiftSettings: strict),
        .target(name: "SoukTool", dependencies: ["SoukPlatform", "SoukMeasures", "Kernel", "ServiceKit", "Contracts", arguments,
                                                 "GatewayService"] + serviceLibraries,
                path: "Services/Souk", exclude: ["Main", "CSupervise", "Platform", "Measures", "README.md"], swiftSettings: strict),
        .executableTarget(name: "souk", dependencies: ["SoukTool"], path: "Services/Souk/Main", swiftSettings: strict,
                          linkerSettings: program),
    ] + services + [
        .tests("Payments", [grdb, crypto, "PaymentsService", "TestKit", "Contracts", "Kernel", "Messaging", "ServiceKit", "Storage"]
                   + subjects(of: "Payments")),
        .tests("Notifications", ["NotificationsService", "TestKit", "Contracts", "Kernel", "Messaging", "ServiceKit", "Storage", grdb,
                                 crypto, logging, nioCore, nioPosix, nioHTTP1, nioSSL, "CLibCrypto"] + subjects(of: "Notifications")),
        .tests("Scheduling", ["SchedulingService", "TestKit", "Contracts", "Kernel", "Messaging", "ServiceKit", grdb]
                   + subjects(of: "Scheduling")),
        .tests("Kernel", ["Kernel"]),
        .tests("Saga", ["CatalogService", "CatalogDiscovery", "CatalogEvents", "CatalogFriends", "CatalogSocial", "OrdersService",
                        "OrdersCheckIn", "OrdersTicketSales", "PaymentsIntents", "PaymentsRefunds", "PaymentsService",
                        "NotificationsDelivery", "NotificationsFeed", "NotificationsService", "TestKit", "Contracts", "Kernel",
                        "Messaging", "ServiceKit", grdb]),
        .tests("Storage", ["Storage", "Kernel", "CSQLite", grdb]),
        .tests("EndToEnd", ["Kernel", "Contracts", "Kafka", "Messaging", "TestKit"]),
        .tests("Orders", ["OrdersService", "QRCode", "TestKit", "Contracts", "Kernel", "Messaging", "Storage", "ServiceKit", grdb]
                   + subjects(of: "Orders"),
               exclude: ["TicketSales/Golden", "Membership/Golden", "OrdersKit/Golden", "FoodPages/Golden", "FuelPages/Golden"]),
        .tests("Gateway", ["GatewayService", "TestKit", "Contracts", "Kernel", "Messaging", "ServiceKit", crypto, logging]),
        .tests("Catalog", ["CatalogService", "TestKit", "Contracts", "Kernel", "Messaging", "ServiceKit", "Storage", grdb]
                   + subjects(of: "Catalog"),
               exclude: ["Shops/Places/Golden"]),
        .tests("Messaging", ["Kernel", "Contracts", "Messaging", "Storage", "ServiceKit", "TestKit", "Kafka", grdb, logging, crypto,
                             coreMetrics]),
        .tests("Tidy", ["SoukTool", "TestKit", "ServiceKit", "Storage", "Contracts", "Kernel", grdb]),
        .testTarget(name: "ContractsTests", dependencies: ["Contracts", "Kernel", "Messaging", "ServiceKit"], path: "Tests/Contracts",
                    exclude: ["Golden"], swiftSettings: strictTests),
        .tests("ServiceKit", ["ServiceKit", "TestKit", "Messaging", "Storage", "Contracts", "Kernel", grdb, logging]),
        .tests("Souk", ["SoukTool", "SoukPlatform", "CSupervise", "GatewayService", "TestKit", "ServiceKit", "Contracts", "Kernel",
                        nioCore],
               exclude: ["Golden"]),
        .tests("Auth", ["AuthService", "GatewayService", grdb, crypto, "PasswordHash", "TestKit", "Contracts", "Kernel", "Messaging",
                        "Storage", "ServiceKit"] + subjects(of: "Auth")),
        .tests("Kafka", ["CRdKafka", "Kafka", "Messaging", "Kernel", "TestKit", logging]),
    ]
)

/// Programs that tests start. The tests do not depend on them, because SwiftPM would then link the tests as programs are linked;
/// `--build-tests` builds them anyway.
let startedByTests = [
    "EndToEndTests": ["souk", "embedded-broker", "gateway"] + servicePrograms,
    "MessagingTests": ["embedded-broker"], "KafkaTests": ["embedded-broker"],
]

// Work on one service needs little of the rest: `SOUK_ONLY=Orders,Saga swift test` builds what OrdersTests and
// SagaTests depend on and nothing else.
if let only = Context.environment["SOUK_ONLY"] {
    let tests = only.split(separator: ",").map { "\($0)Tests" }
    var wanted = Set(tests + tests.flatMap { startedByTests[$0] ?? [] })
    var before = 0
    while wanted.count > before {
        before = wanted.count
        for target in package.targets where wanted.contains(target.name) {
            for dependency in target.dependencies {
                switch dependency {
                case .targetItem(let name, _), .byNameItem(let name, _): wanted.insert(name)
                default: break
                }
            }
        }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
}
