import Contracts
import Foundation
import Kernel
import ServiceKit

/// The demo content of one tenant (`deploy/demo/<tenant>/*.yml`) as messages. `DemoReaders` lists what it may consist of.
public struct DemoData {
    private let definition: TenantDefinition
    private let time: DemoTime
    private let readers: [any DemoReader]

    /// The folder with a tenant's demo data; nil: it has none.
    static func folder(of tenant: TenantID, _ installation: Installation) throws -> String? {
        guard let all = try? installation.folder("deploy/demo") else { return nil }
        let path = "\(all)/\(tenant)"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Throws `FileProblems` with every problem of every file.
    public init(folder: String, definition: TenantDefinition, seededAt: Timestamp,
                readers kinds: [any DemoReader.Type] = DemoReaders.all) throws {
        guard let time = DemoTime(seededAt: seededAt, zone: definition.timezone) else {
            throw Installation.Invalid(description: "unknown time zone \(definition.timezone)")
        }
        (self.definition, self.time) = (definition, time)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yml") }.sorted()
        var forms: [String: DemoForm] = [:]
        for name in names {
            let form = DemoForm(try YAMLFile(path: "\(folder)/\(name)"), time)
            let keys = kinds.filter { $0.file == name }.flatMap { $0.keys }
            if keys.isEmpty { form.fail(1, "nothing reads this file") } else { form.allow(keys, in: form.root, what: name) }
            forms[name] = form
        }
        readers = kinds.compactMap { kind in forms[kind.file].map { kind.init($0) } }
        try Self.check(names.compactMap { forms[$0] })
    }

    private static func check(_ forms: [DemoForm]) throws {
        let defined = Set(forms.flatMap(\.defined.keys))
        for form in forms {
            for (number, line) in form.referenced where !defined.contains(number) {
                form.fail(line, "there is no \(number.kind) \(number.n)")
            }
        }
        let problems = forms.flatMap(\.problems)
        if !problems.isEmpty { throw FileProblems(problems) }
    }

    /// Everything as messages: phase by phase, in a phase in the order of the readers.
    /// - Parameter keys: confidential values are sealed to the key of their service.
    public func messages(sealedTo keys: [ServiceName: SealingKey] = [:], progress: @escaping (Int) -> Void) throws
        -> [(name: String, message: any Message)] {
        let content = DemoContent(definition: definition, time: time, readers: readers, sealingKeys: keys, progress: progress)
        let messages = try readers.flatMap { try $0.messages(in: content) }
        return DemoPhase.allCases.flatMap { phase in messages.filter { $0.phase == phase }.map { (name: $0.name, message: $0.message) } }
    }

    var passwordCount: Int { readers.lazy.compactMap { $0 as? DemoAccounts }.first?.passwords.count ?? 0 }
}
