/// Where a tenant's root is on its host, for addresses that stand in pages and answers.
public enum RootPath {
    /// `https://host/t/x` → `/t/x`; empty under a host of the tenant's own. `root`: as the gateway saw it.
    public static func of(_ root: String) -> String {
        guard let scheme = root.range(of: "://") else { return root }
        let rest = root[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    }
}
