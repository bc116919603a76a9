import GRDB
import Kernel
import ServiceKit

/// A reference picture of a link or an appointment.
public struct Photo: Sendable, Equatable {
    public enum Owner: Sendable, Equatable {
        case link(Int)
        case appointment(Int)
        var kind: String {
            switch self {
            case .link: "link"
            case .appointment: "appointment"
            }
        }
        var id: Int {
            switch self {
            case .link(let id), .appointment(let id): id
            }
        }
    }
    public let id: String
    public let owner: Owner
    public let providerId: User.ID
    public let file: StoredFile
    public let width: Int
    public let height: Int

    public static let perOwnerMax = 6
    public static let bytesMax = 5 << 20
    public static let sideMax = 10_000

    func json(at address: String) -> JSONValue {
        ["id": .string(id), "url": .string("\(address)/\(id)"), "contentType": .string(file.contentType), "bytes": .int(file.bytes),
         "width": .int(width), "height": .int(height)]
    }
}

/// Rows of pictures.
struct PhotoStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }
    private var files: FileStore { FileStore(database, tenant) }

    private static let source = """
        SELECT id, owner_kind, owner_id, artist_id, file_id, width, height FROM photo WHERE tenant = ?
        """
    /// Nil: its file is gone, which the foreign key does not let happen.
    private func photo(_ row: Row) throws -> Photo? {
        guard let file = try files.find(row[4]) else { return nil }
        let owner: Photo.Owner = row[1] as String == "link" ? .link(row[2]) : .appointment(row[2])
        return Photo(id: row[0], owner: owner, providerId: User.ID(row[3] as String), file: file, width: row[5], height: row[6])
    }
    func find(_ id: String) throws -> Photo? {
        try Row.fetchOne(try database.cachedStatement(sql: Self.source + " AND id = ?"), arguments: [tenant.rawValue, id]).flatMap(photo)
    }
    func all(of owner: Photo.Owner) throws -> [Photo] {
        let statement = try database.cachedStatement(sql: Self.source + " AND owner_kind = ? AND owner_id = ? ORDER BY created_at, id")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, owner.kind, owner.id]).compactMap(photo)
    }
    /// - Parameter link: the link that an appointment's photo was given with.
    func insert(_ photo: Photo, givenWith link: Int? = nil, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO photo (tenant, id, owner_kind, owner_id, artist_id, file_id, width, height, created_at, link_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [tenant.rawValue, photo.id, photo.owner.kind, photo.owner.id, photo.providerId.rawValue, photo.file.id,
                                     photo.width, photo.height, now.millisecondsSinceEpoch, link])
    }
    /// Moves a link's photos to its appointment. A photo that the appointment already has stays with the link.
    func move(from link: Int, to appointment: Int) throws {
        try database.cachedStatement(sql: """
            UPDATE OR IGNORE photo SET owner_kind = 'appointment', owner_id = ?, link_id = owner_id
            WHERE tenant = ? AND owner_kind = 'link' AND owner_id = ?
            """).execute(arguments: [appointment, tenant.rawValue, link])
    }
    /// Returns the link's own photos to it, for its next booking. Photos that the customer added stay.
    func moveBack(from appointment: Int, to link: Int) throws {
        try database.cachedStatement(sql: """
            UPDATE OR IGNORE photo SET owner_kind = 'link', owner_id = link_id WHERE tenant = ? AND owner_kind = 'appointment'
            AND owner_id = ? AND link_id = ?
            """).execute(arguments: [tenant.rawValue, appointment, link])
    }
    /// The bytes go with the last picture that shows them.
    func remove(_ photo: Photo) throws {
        try database.execute(sql: "DELETE FROM photo WHERE tenant = ? AND id = ?", arguments: [tenant.rawValue, photo.id])
        let isUsed = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM photo WHERE tenant = ? AND file_id = ?)",
                                       arguments: [tenant.rawValue, photo.file.id])
        if isUsed == false { try files.remove(photo.file.id) }
    }
}
