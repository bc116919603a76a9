import Contracts
import Foundation
import GatewayService
import Kernel
import ServiceKit
import SoukTool
import Testing

@Suite("What people read when something is refused")
struct RefusalSentencesTests {
    private static func slugs<Service: PlatformService>(of service: Service.Type, in definition: TenantDefinition) -> [String] {
        let plugins = definition.plugins[service.name.rawValue] ?? []
        return service.contents.routes.filter { $0.plugin.map(plugins.contains) ?? true }.flatMap { route in
            // "409 sold-out", "422 validation-failed (with steps)"
            route.refusals.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
        }
    }

    /// Apps that speak more than English.
    @Test("Every slug that a route of the app can answer with has a sentence in each of the app's languages",
          arguments: ["peez", "lucidda", "sofra", "autofill", "quartier"])
    func everySlug(_ tenant: String) throws {
        let file = try #require(
            try TenantFile.load(paths: ["\(repository)/deploy/tenants/\(tenant).yml"], catalogue: InstalledServices.catalogue).first)
        let definition = file.definition
        let sentences: [String: [String: String]] = try definition.settings["gateway"]?["messages"]?.decoded() ?? [:]
        var slugs: Set<String> = []
        for service in InstalledServices.all { slugs.formUnion(Self.slugs(of: service, in: definition)) }
        #expect(slugs.count > 20)
        for slug in slugs.sorted() {
            for language in definition.languages {
                #expect(sentences[slug]?[language] != nil || FieldSentenceTests.translations.isTranslated(slug, language),
                        "\(tenant) has no word for \(slug) in \(language)")
            }
        }
    }
}
