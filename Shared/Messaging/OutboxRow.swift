import Contracts
import Foundation
import GRDB
import Kernel

extension OutboxRelay {
    /// A row of the outbox with the record it becomes.
    package struct Row {
        let position: Int64
        let type: MessageType
        let record: OutgoingRecord
        /// See `DomainEvent.awaitedBy`. What is read from the file has waited long enough.
        let awaitedBy: Awaiting
        package init(position: Int64, type: MessageType, record: OutgoingRecord, awaitedBy: Awaiting = .everybody) {
            (self.position, self.type, self.record, self.awaitedBy) = (position, type, record, awaitedBy)
        }
    }

    static let columns = "position, tenant, id, topic, type, subject, time, correlation_id, causation_id, traceparent, value, headers"

    func stored(_ row: GRDB.Row, again: Bool = false) -> Row {
        var envelope = Envelope(id: row[2], type: MessageType(row[4] as String), source: "/\(service)",
                                time: Timestamp(millisecondsSinceEpoch: row[6]), subject: row[5],
                                tenant: TenantID(unchecked: row[1]), correlationID: row[7], causationID: row[8], traceparent: row[9],
                                value: [UInt8](row[10] as Data))
        envelope.clockOffset = OutboxHeaders(json: row[11]).clockOffset
        let position: Int64 = row[0]
        var record = envelope.record(for: row[3])
        if again || position <= sentBefore { record.headers.append(RecordHeader(Envelope.sentAgainHeader, "1")) }
        return Row(position: position, type: envelope.type, record: record)
    }
}
