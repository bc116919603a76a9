import Contracts
import GRDB
import Kernel
import Messaging
import SchedulingKit
import ServiceKit

/// What pages are made of, read from rows: the same for a question and for the answer to a form.
struct PageSource {
    let database: Database
    let definition: TenantDefinition
    let now: Timestamp
    let words: PageWords
    /// Said in the address, so that it stays through forms and links.
    let chosenLanguage: String?
    /// Path of the tenant's root: empty under its own host.
    let rootPath: String
    let reading: CalendarReading
    let settings: SchedulingSettings
    private let documents: ColumnCipher

    init(_ scope: some SchedulingScope, lang: String?) throws {
        (database, definition, now, documents) = (scope.database, scope.definition, scope.now, scope.appointments.documents)
        words = PageWords.of(scope.language(lang))
        chosenLanguage = lang.flatMap { scope.definition.languages.contains($0) ? $0 : nil }
        rootPath = RootPath.of(scope.root)
        reading = try scope.reading
        settings = try CalendarReading.settings(of: definition)
    }

    /// A page, or the page that says why there is none.
    func answer(_ page: () throws -> PageAnswer) throws -> PageAnswer {
        do { return try page() } catch let rejection as Rejection { return RefusalPage.of(rejection, words) }
    }

    /// What the API of the tenant calls things; forms name their fields likewise.
    var names: BookingNames { BookingNames.of(definition) }
    var basePath: String { definition.basePath(of: names.plugin, in: ServiceName.scheduling) }
    var links: LinkStore { LinkStore(database, definition.tenant, definition.currency, asOf: now) }
    var appointments: AppointmentStore { AppointmentStore(database, definition.tenant, definition.currency, documents) }
    var photos: PhotoStore { PhotoStore(database, definition.tenant) }
    var waitlist: SlotWaitlistStore { SlotWaitlistStore(database, definition.tenant) }

    /// An address of ours with the chosen language kept.
    func address(_ path: String, _ query: [(String, String)] = []) -> String { rootPath + suffixed(path, query) }
    /// The same as a place below the root, for `Location`.
    func location(_ path: String, _ query: [(String, String)] = []) -> String { suffixed(path, query) }
    private func suffixed(_ path: String, _ query: [(String, String)]) -> String {
        let all = query + (chosenLanguage.map { [("lang", $0)] } ?? [])
        return path + (all.isEmpty ? "" : "?" + all.map { "\($0)=\($1)" }.joined(separator: "&"))
    }
    /// What the tenant calls whose calendar it is, and the work.
    var host: String { AppointmentWords.text(settings.appointments.host, words.code) }
    var subject: String { AppointmentWords.text(settings.appointments.subject, words.code) }
}
