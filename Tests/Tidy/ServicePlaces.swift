import Contracts
import Foundation

/// The files outside a service's own folders that must name it, below any root: this repository or a copy of it.
struct ServicePlaces {
    let root: String

    /// The places that do not name the service yet, each with what is missing there.
    func missing(for service: Platform.Service) -> [String] {
        let (name, folder) = (service.name.rawValue, service.folder)
        var missing = [
            require("Shared/Contracts/Platform.swift", "Service(\"\(name)\""),
            require("Package.swift", "Target.service(\"\(folder)\", executable: \"\(name)\""),
            require("Package.swift", ".tests(\"\(folder)\", [", "\"\(folder)Service\""),
            require("Services/Souk/InstalledServices.swift", "import \(folder)Service\n"),
            require("docker/Dockerfile", "for program in", " \(name) ", "gateway"),
            require("docker/compose.yml", """
              \(name):
                <<: *souk
                command: [\(name)]
                environment: *environment
                volumes: ["\(name):/data"]

            """),
            require("docker/compose.yml", "\nvolumes:\n", "\n  \(name):\n"),
            require("deploy/kubernetes/kustomization.yaml", "\n  - \(name).yaml\n"),
            kubernetes(name),
        ].compactMap { $0 }
        for file in ["\(folder)Service.swift", "README.md", "Main/main.swift"] where read("Services/\(folder)/\(file)") == nil {
            missing.append("Services/\(folder)/\(file) is missing")
        }
        if !FileManager.default.fileExists(atPath: "\(root)/Tests/\(folder)") { missing.append("Tests/\(folder) is missing") }
        return missing
    }

    /// The operator ports of `docs/running.md`, which follow the order of the list.
    func missingPorts(of services: [Platform.Service]) -> String? {
        let ports = services.enumerated().map { "+\($0.offset + 1) \($0.element.name)" } + ["+\(services.count + 1) the gateway's own"]
        return require("docs/running.md", "(\(ports.joined(separator: ", ")))")
    }

    /// Nil if the file holds the texts, one after the other.
    private func require(_ path: String, _ texts: String...) -> String? {
        guard let content = read(path) else { return "\(path) is missing" }
        var rest = content[...]
        for text in texts {
            guard let found = rest.range(of: text) else { return "\(path): \(text) is missing" }
            rest = rest[found.upperBound...]
        }
        return nil
    }

    /// Every service runs alike; replicas and resources may differ.
    private func kubernetes(_ name: String) -> String? {
        let path = "deploy/kubernetes/\(name).yaml"
        guard let file = read(path) else { return "\(path) is missing: sed s/orders/\(name)/g deploy/kubernetes/orders.yaml > \(path)" }
        guard let pattern = read("deploy/kubernetes/orders.yaml") else { return "deploy/kubernetes/orders.yaml is missing" }
        let own = Self.comparable(file)
        let difference = Self.comparable(pattern.replacing("orders", with: name)).first { !own.contains($0) }
        return difference.map { "\(path): \($0) is missing" }
    }

    private static func comparable(_ file: String) -> [Substring] {
        file.split(separator: "\n").filter { !$0.contains(/cpu:|memory:|storage:|replicas:|SOUK_REPLICAS|^#/) }
    }

    private func read(_ path: String) -> String? {
        FileManager.default.contents(atPath: "\(root)/\(path)").map { String(decoding: $0, as: UTF8.self) }
    }
}
