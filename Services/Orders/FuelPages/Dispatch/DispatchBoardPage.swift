import OrdersPages
import ServiceKit

/// The page on which dispatchers work. It has no data before somebody signs in on it (decision 0050); then it takes over what
/// the server renders, and sends what dispatchers decide to the routes that the app uses.
package struct DispatchBoardPage {
    /// Path of the API: `/t/fuel/api/v1`.
    let api: String
    let words: DispatchBoardWords
    package init(api: String, words: DispatchBoardWords) { (self.api, self.words) = (api, words) }

    package var markup: Markup {
        let frame = PageFrame(language: words.code, title: words.title, style: FuelPageStyle.css, script: DispatchBoardScript.text)
        return frame.page("""
            <h1>\(words.title)</h1><noscript><p class="alert">\(words.needsScript)</p></noscript>
            <div id="board" data-api="\(api)" data-language="\(words.code)"\(PageSentences.markup(words.sentences))>\
            \(SignInForm(login: words.login, password: words.password, signIn: words.signIn).markup)\
            <div id="signed-in" hidden><div class="bar"><p class="live" id="live">\(words.sentences["offline"] ?? "")</p>\
            <button type="button" class="quiet" id="sign-out">\(words.signOut)</button></div>\
            <div class="alert" role="alert" id="problem" hidden></div><p class="hidden" id="news" role="status"></p>\
            <div id="state" tabindex="-1"></div></div></div>
            """)
    }
}
