import ServiceKit

/// A service that no installation runs although its name is an installed one's: it has features that exist only in tests. What its
/// shards take and execute is not noted, so the suites that judge installed services do not meet those features.
public protocol TestOnlyService: PlatformService {}
