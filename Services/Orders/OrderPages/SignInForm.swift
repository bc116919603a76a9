import ServiceKit

/// The form of a page on which somebody signs in; `PageSessionScript` shows and sends it.
package struct SignInForm {
    private let login, password, signIn: String
    package init(login: String, password: String, signIn: String) { (self.login, self.password, self.signIn) = (login, password, signIn) }

    package var markup: Markup {
        """
        <form id="sign-in" hidden><div class="alert" role="alert" id="refused" hidden></div>\
        \(PageField(name: "login", label: login, autocomplete: "username", isRequired: true).markup)\
        <div class="field"><label for="password">\(password)</label>\
        <input type="password" id="password" name="password" required autocomplete="current-password"></div>
        <button type="submit">\(signIn)</button></form>
        """
    }
}

/// Attributes with the sentences that a page's script says.
package enum PageSentences {
    package static func markup(_ sentences: [String: String]) -> Markup {
        let attributes = sentences.sorted { $0.key < $1.key }.map { name, text -> Markup in " data-\(name)=\"\(text)\"" }
        return "\(attributes)"
    }
}
