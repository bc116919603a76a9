/// The first part of a page's script: somebody signs in, and their token lives in a variable, where no other page reads it and
/// nothing survives the page (decision 0050). The page's own part follows, then `LiveStreamScript`, which ends the whole.
///
/// The page has an element `board` with its sentences, `SignInForm`, and a button `sign-out`. Its own part defines `opened()`, which
/// fills the page and shows it, and `closed()`, which empties and hides it.
package enum PageSessionScript {
    package static let text = """
        (() => {
          'use strict';
          const find = id => document.getElementById(id);
          const board = find('board'), say = board.dataset, api = say.api;
          let session = null, listening = null;

          const key = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
          // What takes longer than the gateway waits is answered 202 with an operation, which has the answer later.
          const outcome = async (answer, token) => {
            const place = answer.status === 202 && answer.headers.get('Location');
            if (!place || !place.includes('/operations/')) { return answer; }
            const headers = {Accept: 'application/json', 'Accept-Language': say.language};
            if (token) { headers.Authorization = 'Bearer ' + token; }
            for (let turn = 0; turn < 60; turn += 1) {
              await new Promise(next => setTimeout(next, 1000 * (Number(answer.headers.get('Retry-After')) || 1)));
              const told = await fetch(place, {headers, cache: 'no-store', credentials: 'omit'});
              if (!told.ok) { return told; }
              const {response} = await told.json();
              if (response) {
                const text = response.status === 204 ? null : JSON.stringify(response.body);
                return new Response(text, {status: response.status, headers: {'Content-Type': 'application/json'}});
              }
            }
            throw new Error(say.failed);
          };
          const send = async (method, path, body, token, accept) => {
            const headers = {Accept: accept || 'application/json', 'Accept-Language': say.language};
            if (token) { headers.Authorization = 'Bearer ' + token; }
            if (body !== undefined) { headers['Content-Type'] = 'application/json'; }
            if (method !== 'GET') { headers['Idempotency-Key'] = key(); }
            const answer = await fetch(api + path, {method, headers, body: body === undefined ? undefined : JSON.stringify(body),
              cache: 'no-store', credentials: 'omit'});
            return outcome(answer, token);
          };
          const start = answer => {
            session = {token: answer.token, refresh: answer.refreshToken, until: performance.now() + answer.expiresIn * 1000};
          };
          let renewing = null;
          const renew = () => {
            renewing = renewing || (async () => {
              const answer = await send('POST', '/auth/refresh', {refreshToken: session.refresh});
              if (answer.status === 401) { leave(say.over); throw new Error(say.over); }
              if (!answer.ok) { throw new Error(say.failed); }
              if (session) { start(await answer.json()); }
            })().finally(() => { renewing = null; });
            return renewing;
          };
          const ask = async (method, path, body, accept) => {
            if (!session) { throw new Error(say.over); }
            if (performance.now() > session.until - 60000) { await renew(); }
            let answer = await send(method, path, body, session.token, accept);
            if (answer.status === 401) { await renew(); answer = await send(method, path, body, session.token, accept); }
            return answer;
          };
          const refusal = async answer => {
            const value = await answer.json().catch(() => null);
            return new Error(value && value.message || say.failed);
          };
          const call = async (method, path, body) => {
            const answer = await ask(method, path, body);
            if (!answer.ok) { throw await refusal(answer); }
            return answer.status === 204 ? null : answer.json();
          };
          const read = async path => {
            const answer = await ask('GET', path, undefined, 'text/html');
            if (!answer.ok) { throw await refusal(answer); }
            return new DOMParser().parseFromString(await answer.text(), 'text/html');
          };
          const show = (element, isShown) => { element.hidden = !isShown; };
          const refuse = sentence => { find('refused').textContent = sentence; show(find('refused'), sentence !== ''); };
          const leave = sentence => {
            if (listening) { listening.abort(); offline(); }
            session = listening = null;
            closed();
            show(find('sign-in'), true);
            refuse(sentence || '');
            find('password').value = '';
            find('login').focus();
          };

          find('sign-in').addEventListener('submit', async event => {
            event.preventDefault();
            refuse('');
            try {
              const answer = await send('POST', '/auth/login', {login: find('login').value, password: find('password').value});
              const value = await answer.json();
              if (!answer.ok) { return refuse(value.message || say.failed); }
              start(value);
              find('password').value = '';
              await opened();
              if (session) { show(find('sign-in'), false); listen(); }
            } catch (error) { if (session) { leave(error.message || say.failed); } else { refuse(say.failed); } }
          });
          find('sign-out').addEventListener('click', async () => {
            const token = session && session.token;
            leave('');
            if (token) { await send('POST', '/auth/logout', undefined, token).catch(() => null); }
          });

        """
}
