extension Route {
    /// A copy that may also succeed with other statuses: what was made before is shown again or changed.
    public func alsoSucceeding(with statuses: Int...) -> Route {
        var route = self
        route.otherSuccesses = statuses
        return route
    }
}
