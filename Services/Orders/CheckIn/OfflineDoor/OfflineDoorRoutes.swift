import Kernel
import OrdersTicketSales
import ServiceKit

/// The door without a network, over HTTP.
enum OfflineDoorRoutes {
    private static let plugin = TicketSale.name

    static let all: [Route] = [
        // In slices: a large event's snapshot is longer than a message may be.
        .download("/events/{eventId}/check-in-snapshot", CheckInSnapshot.self, access: .user, plugin: plugin,
                  summary: "Every code of an event for a door without a network, JWS of `typ` \(CheckInSnapshot.typ) under the ticket keys",
                  answer: .object(["snapshotId": .id, "generatedAt": .time, "expiresAt": .time, "ticketCount": .integer(),
                                   "jws": .string()]),
                  refusals: ["403 not-event-staff", "409 snapshot-too-large"]),
        // Items are checked one by one: a faulty scan refuses only itself.
        .command("POST", "/events/{eventId}/check-ins/batch", UploadScans.self, access: .user, plugin: plugin,
                 body: .object(["snapshotId": .id, "deviceId": .string(1...64), "scans": .array(.any, UploadScans.scansPerUpload)],
                               required: ["snapshotId", "deviceId", "scans"]),
                 summary: "Upload what was scanned without a network. Nonces name scans, so an upload may be repeated.",
                 answer: .object(["accepted": .integer(), "duplicates": .integer(),
                                  "rejected": .array(.object(["nonce": Schema.string().orNull, "error": .string()])),
                                  "conflicts": .array(conflict)]),
                 refusals: ["403 not-event-staff", "409 upload-closed"],
                 example: ["snapshotId": "019a0000-0000-8000-8000-000000000000", "deviceId": "scanner-2", "scans": [
                     ["nonce": "scanner-2-000017", "code": "eyJhbGciOiJFZERTQSIs", "type": "entry", "scannedAt": "2026-11-26T06:05:00Z",
                      "admitted": true],
                 ]]),
        .get("/events/{eventId}/check-ins/conflicts", CheckInConflicts.self, access: .user, plugin: plugin,
             summary: "Where scans of the event contradict each other or the rules, newest first.", answer: .page(of: conflict),
             refusals: ["403 not-event-staff"]),
    ]

    private static let scan = Schema.object([
        "nonce": Schema.string().orNull, "deviceId": Schema.string().orNull, "gateName": Schema.string().orNull, "scannedAt": .time,
    ])
    private static let conflict = Schema.object([
        "id": .id, "kind": .oneOf(ScanReplay.ConflictKind.allCases.map(\.rawValue)), "ticketId": Schema.id.orNull,
        "serial": Schema.string().orNull, "kept": scan.orNull, "other": scan,
    ])
}
