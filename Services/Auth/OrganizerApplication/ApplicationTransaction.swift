import AuthKit

extension AuthScope {
    package var applications: ApplicationStore { ApplicationStore(database, tenant) }
}
