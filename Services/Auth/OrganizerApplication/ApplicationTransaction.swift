import AuthKit

extension AuthTransaction {
    package var applications: ApplicationStore { ApplicationStore(database, tenant) }
}
extension AuthView {
    package var applications: ApplicationStore { ApplicationStore(database, tenant) }
}
