/// The board's script. The token is in a variable: nothing survives the page, no other page can read it. What the API
/// answers becomes text, never markup. Orders arrive by server-sent events, read with `fetch`, so that the token is a
/// header and no part of an address.
enum KitchenBoardScript {
    static let text = session + cards + live

    private static let session = """
        (() => {
          'use strict';
          const find = id => document.getElementById(id);
          const board = find('board'), say = board.dataset, api = say.api;
          const LANES = {pending: 'new', accepted: 'kitchen', preparing: 'kitchen', ready: 'waiting'};
          let session = null, restaurant = null, orders = new Map(), asked = 0, listening = null;

          const key = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
          const send = (method, path, body, token) => {
            const headers = {Accept: 'application/json', 'Accept-Language': say.language};
            if (token) { headers.Authorization = 'Bearer ' + token; }
            if (body !== undefined) { headers['Content-Type'] = 'application/json'; }
            if (method !== 'GET') { headers['Idempotency-Key'] = key(); }
            return fetch(api + path, {method, headers, body: body === undefined ? undefined : JSON.stringify(body),
              cache: 'no-store', credentials: 'omit'});
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
          const call = async (method, path, body) => {
            if (!session) { throw new Error(say.over); }
            if (performance.now() > session.until - 60000) { await renew(); }
            let answer = await send(method, path, body, session.token);
            if (answer.status === 401) { await renew(); answer = await send(method, path, body, session.token); }
            const value = answer.status === 204 ? null : await answer.json();
            if (!answer.ok) { throw new Error(value && value.message || say.failed); }
            return value;
          };
          const show = (element, isShown) => { element.hidden = !isShown; };
          const leave = sentence => {
            if (listening) { listening.abort(); }
            session = restaurant = listening = null;
            orders = new Map();
            asked += 1;
            for (const lane of new Set(Object.values(LANES))) { find(lane).replaceChildren(); }
            show(find('orders'), false);
            show(find('sign-in'), true);
            refuse(sentence || '');
            find('password').value = '';
            find('login').focus();
          };
          const refuse = sentence => { find('refused').textContent = sentence; show(find('refused'), sentence !== ''); };

          find('sign-in').addEventListener('submit', async event => {
            event.preventDefault();
            refuse('');
            try {
              const answer = await send('POST', '/auth/login', {login: find('login').value, password: find('password').value});
              const value = await answer.json();
              if (!answer.ok) { return refuse(value.message || say.failed); }
              start(value);
              find('password').value = '';
              const own = (await call('GET', '/restaurants/mine?perPage=100')).data;
              if (own.length === 0) { return leave(say.nobody); }
              find('restaurant').replaceChildren(...own.map(one => new Option(one.name, one.id)));
              show(find('restaurants'), own.length > 1);
              show(find('sign-in'), false);
              show(find('orders'), true);
              await open(own[0].id);
              find('new').focus();
              listen();
            } catch (error) { if (session) { leave(error.message || say.failed); } else { refuse(say.failed); } }
          });
          find('restaurant').addEventListener('change', event => open(event.target.value).catch(() => offline()));
          find('sign-out').addEventListener('click', async () => {
            const token = session && session.token;
            leave('');
            if (token) { await send('POST', '/auth/logout', undefined, token).catch(() => null); }
          });

        """

    private static let cards = """
          const clock = time => new Intl.DateTimeFormat(say.language + '-u-nu-latn', {hour: '2-digit', minute: '2-digit', hour12: false,
            timeZone: say.zone}).format(new Date(time));
          const money = value => (value.amount / 100).toFixed(2) + ' ' + value.currency;
          const part = (card, name) => card.querySelector('[data-part="' + name + '"]');
          const put = (card, name, text) => { part(card, name).textContent = text; show(part(card, name), text !== ''); };
          const draw = (card, order) => {
            put(card, 'number', order.number);
            put(card, 'total', money(order.totals.total));
            put(card, 'status', order.statusLabel);
            const due = order.status === 'pending' ? order.deadlineAt : order.estimatedReadyAt;
            put(card, 'due', due && order.status !== 'ready' ? (order.status === 'pending' ? say.until : say.due) + ' ' + clock(due) : '');
            put(card, 'note', order.note || '');
            part(card, 'items').replaceChildren(...order.items.map(item => {
              const line = document.createElement('li');
              line.textContent = item.quantity + ' × ' + [item.name, ...item.options.map(option => option.name)].join('، ')
                + (item.note ? ' (' + item.note + ')' : '');
              return line;
            }));
            for (const button of card.querySelectorAll('[data-action]')) {
              const action = button.dataset.action;
              if (action !== 'confirm-reject') { show(button, order.allowedActions.includes(action)); }
            }
            card.classList.toggle('new', order.status === 'pending');
            card.dataset.version = order.version;
          };
          const act = async (card, id, action) => {
            put(card, 'problem', '');
            const buttons = card.querySelectorAll('button');
            for (const button of buttons) { button.disabled = true; }
            try {
              const body = action === 'accept' ? {} : action === 'reject' ? {reason: part(card, 'reason').value} : undefined;
              place(await call('POST', '/orders/' + id + '/' + action, body), true);
            } catch (error) { put(card, 'problem', error.message); }
            for (const button of buttons) { button.disabled = false; }
          };
          const make = id => {
            const card = find('card').content.firstElementChild.cloneNode(true);
            card.addEventListener('click', event => {
              const action = event.target.dataset && event.target.dataset.action;
              if (action === 'reject') {
                const isOpen = part(card, 'rejecting').hidden;
                show(part(card, 'rejecting'), isOpen);
                event.target.setAttribute('aria-expanded', String(isOpen));
                if (isOpen) { part(card, 'reason').focus(); }
              } else if (action === 'confirm-reject') { act(card, id, 'reject'); } else if (action) { act(card, id, action); }
            });
            return card;
          };
          const count = () => {
            for (const lane of new Set(Object.values(LANES))) {
              const number = find(lane).children.length;
              find(lane + '-count').textContent = String(number);
              show(find(lane + '-none'), number === 0);
            }
          };
          const place = (order, isOwn) => {
            if (order.restaurant.id !== restaurant) { return; }
            const known = orders.get(order.id), lane = LANES[order.status];
            if (known && Number(known.dataset.version) > order.version) { return; }
            if (!lane) {
              if (known) { known.remove(); orders.delete(order.id); }
              if (known && isOwn) { find('new').focus(); }
              return count();
            }
            const card = known || make(order.id);
            draw(card, order);
            if (card.parentElement !== find(lane)) {
              const hadFocus = card.contains(document.activeElement);
              find(lane).append(card);
              if (isOwn && (hadFocus || known)) { card.querySelector('h3').focus(); }
            }
            orders.set(order.id, card);
            count();
            if (!known && order.status === 'pending') { find('news').textContent = say.arrived + ' ' + order.number; }
          };

        """

    private static let live = """
          const fetchOrder = async id => place(await call('GET', '/orders/' + id), false);
          const open = async id => {
            const turn = asked += 1;
            restaurant = id;
            const path = '/restaurants/' + id + '/orders?perPage=100&status=' + Object.keys(LANES).join(',');
            const list = (await call('GET', path)).data;
            if (turn !== asked) { return; }
            const present = new Set(list.map(order => order.id));
            for (const [known, card] of orders) { if (!present.has(known)) { card.remove(); orders.delete(known); } }
            count();
            // Oldest first: the kitchen works from the top.
            for (const order of list.reverse()) {
              const card = orders.get(order.id);
              if (!card || Number(card.dataset.version) < order.version) { await fetchOrder(order.id); }
              if (turn !== asked) { return; }
            }
          };
          const offline = () => { delete find('live').dataset.on; find('live').textContent = say.offline; };
          const online = () => { find('live').dataset.on = ''; find('live').textContent = say.online; };
          const take = text => {
            const frame = JSON.parse(text);
            if (frame.data && (frame.type === 'order.placed' || frame.type === 'order.updated')) {
              fetchOrder(frame.data.id).catch(() => null);
            }
          };
          const read = async (stream, spot) => {
            const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
            let rest = '';
            for (;;) {
              const {value, done} = await reader.read();
              if (done) { return; }
              const blocks = (rest + value).split('\\n\\n');
              rest = blocks.pop();
              for (const block of blocks) {
                const lines = block.split('\\n'), field = name => lines.filter(line => line.startsWith(name + ': '))
                  .map(line => line.slice(name.length + 2));
                if (field('id').length) { spot.id = field('id')[0]; }
                if (field('data').length) { take(field('data').join('\\n')); }
              }
            }
          };
          const listen = async () => {
            const mine = listening = new AbortController(), spot = {};
            for (let wait = 1; session && listening === mine;) {
              try {
                if (performance.now() > session.until - 60000) { await renew(); }
                const headers = {Accept: 'text/event-stream', Authorization: 'Bearer ' + session.token};
                if (spot.id) { headers['Last-Event-ID'] = spot.id; }
                const answer = await fetch(api + '/stream?topics=orders/mine',
                  {headers, cache: 'no-store', credentials: 'omit', signal: mine.signal});
                if (answer.status === 401) { await renew(); }
                if (answer.ok) {
                  online();
                  wait = 1;
                  // What happened while nobody listened.
                  await open(restaurant);
                  await read(answer.body, spot);
                }
              } catch (error) { if (mine.signal.aborted) { return; } }
              if (!session || listening !== mine) { return; }
              offline();
              await new Promise(next => setTimeout(next, wait * 1000));
              wait = Math.min(wait * 2, 30);
            }
          };
          show(find('sign-in'), true);
          find('login').focus();
        })();
        """
}
