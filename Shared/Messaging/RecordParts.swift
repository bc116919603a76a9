import GRDB

extension ShardApplier {
    /// Applies one record. Throws only what the whole shard must stop for (disk full, I/O); everything else becomes an answer or a dead letter.
    public func apply(_ record: IncomingRecord, in db: Database) throws {
        while try !applyPart(of: record, in: db) {}
    }

    /// Applies one record, or as much of it as one transaction should hold. Answers whether it is applied: where not, the same record goes on in the next
    /// transaction, before any other. How it was cut changes nothing: the rows are those of `apply(_:in:)`.
    func applyPart(of record: IncomingRecord, in db: Database) throws -> Bool {
        let last = memory.take(record)
        isCutOff = false
        try take(record, in: db)
        // The mark of the log is the last record that was applied to its end.
        if isCutOff { memory.putBack(last) }
        return !isCutOff
    }
}
