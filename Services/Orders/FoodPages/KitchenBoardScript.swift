import OrdersPages

/// The board's own part of its script. What the API answers becomes text, never markup.
enum KitchenBoardScript {
    static let text = PageSessionScript.text + opening + cards + live + LiveStreamScript.text

    private static let opening = """
          const LANES = {pending: 'new', accepted: 'kitchen', preparing: 'kitchen', ready: 'waiting'};
          const RANKS = {active: 0, suspended: 1, draft: 2};
          let restaurant = null, orders = new Map(), asked = 0;
          const closed = () => {
            restaurant = null;
            orders = new Map();
            asked += 1;
            delete find('lanes').dataset.shown;
            for (const lane of new Set(Object.values(LANES))) { find(lane).replaceChildren(); }
            show(find('orders'), false);
          };
          const opened = async () => {
            const own = (await call('GET', '/restaurants/mine?perPage=100')).data;
            if (own.length === 0) { return leave(say.nobody); }
            // Orders arrive at active restaurants; a suspended one may still cook what it has.
            own.sort((one, other) => RANKS[one.status] - RANKS[other.status]);
            find('restaurant').replaceChildren(...own.map(one => new Option(one.name, one.id)));
            show(find('restaurants'), own.length > 1);
            show(find('sign-in'), false);
            show(find('orders'), true);
            await open(own[0].id);
            find('new').focus();
          };
          find('restaurant').addEventListener('change', event => open(event.target.value).catch(() => offline()));

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
          // `aria-busy` while orders are being fetched; `data-shown` is the restaurant whose orders are all there.
          const open = async id => {
            const turn = asked += 1, lanes = find('lanes');
            restaurant = id;
            if (lanes.dataset.shown !== id) { delete lanes.dataset.shown; }
            lanes.setAttribute('aria-busy', 'true');
            try {
              await fill(id, turn);
              if (turn === asked) { lanes.dataset.shown = id; }
            } finally { if (turn === asked) { lanes.setAttribute('aria-busy', 'false'); } }
          };
          const fill = async (id, turn) => {
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
          const take = frame => {
            if (frame.data && (frame.type === 'order.placed' || frame.type === 'order.updated')) {
              fetchOrder(frame.data.id).catch(() => null);
            }
          };
          const topics = () => 'orders/mine', caughtUp = () => open(restaurant);

        """
}
