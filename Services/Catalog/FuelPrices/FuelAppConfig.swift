import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /app-config`: what the app of a tenant that delivers fuel starts with.
package struct FuelAppConfig: Query {
    package static let type: MessageType = "catalog.fuel-app-config.v1"

    package func answer(in view: CatalogView) throws -> JSONBody {
        let definition = view.definition
        let app = try FuelAppSettings.of(definition)
        let limits = try definition.shared(FuelLimits.self, in: .catalog)
        let capture = try definition.shared(CaptureTerms.self, in: .catalog)
        let contact = try definition.shared(SupportContact.self, in: .catalog)
        let now = view.now.wholeSeconds
        return JSONBody(capacity: 1024) { (writer: inout JSONWriter) in
            writer.member("env", definition.sandbox ? "sandbox" : "production")
            writer.member("serverTime", now)
            writer.member("minAppVersion") { writer in
                writer.member("ios", app.minAppVersion.ios)
                writer.member("android", app.minAppVersion.android)
            }
            writer.member("support") { writer in
                writer.member("phone", app.supportPhone)
                writer.member("email", contact.supportEmail)
            }
            writer.member("limits") { Self.write(limits, capture, to: &$0) }
        }
    }

    private static func write(_ limits: FuelLimits, _ capture: CaptureTerms, to writer: inout JSONWriter) {
        writer.member("quoteMinutes", limits.quoteMinutes)
        writer.member("pendingMinutes", limits.pendingMinutes)
        writer.member("offlineMaxAgeHours", limits.offlineMaxAgeHours)
        writer.member("offlineGraceMinutes", limits.offlineGraceMinutes)
        writer.member("asapStaleMinutes", limits.asapStaleMinutes)
        writer.member("bookingHorizonDays", limits.bookingHorizonDays)
        writer.member("gallonsMin", limits.gallonsMin)
        writer.member("gallonsMax", limits.gallonsMax)
        writer.member("dollarsMin", limits.dollarsMin)
        writer.member("dollarsMax", limits.dollarsMax)
        writer.member("tipMax", limits.tipMax)
        writer.member("tipHours", limits.tipHours)
        writer.member("freeCancelHours", limits.freeCancelHours)
        writer.member("geofenceMeters", limits.geofenceMeters)
        writer.member("overCapturePercent", capture.overCapturePercent)
        writer.member("asapPromiseMinutes", limits.asapPromiseMinutes)
    }
}
