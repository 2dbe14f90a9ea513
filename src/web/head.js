(() => {
  const root = document.documentElement;
  const { fonts = '', scripts = '', reads = '' } = document.currentScript?.dataset ?? {};
  const [entry, ...chunks] = scripts.split(' ');
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be switched off; the system's choice then stands.
      return null;
    }
  };
  const choice = kept('vite-ui-theme');
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', dark);

  const token = kept('token');
  if (token && reads) readAhead(reads.split(' '));

  // A module that did not come is never asked for again under its address: its file is fetched first, unless the document did.
  const files = {};
  window.fetchPart = (path) => {
    if (document.querySelector(`[href="${path}"], [src="${path}"]`)) return Promise.resolve();
    files[path] ??= fetch(path)
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        await answer.blob();
      })
      .catch((error) => {
        delete files[path];
        throw error;
      });
    return files[path];
  };
  window.importPart = (path) => window.fetchPart(path).then(() => import(path));

  // A form of `auth` that is sent before its script came would be answered by nothing: the script sends it (auth/main.tsx).
  let early = null;
  const hold = (event) => {
    if (!event.target.closest('#auth')) return;
    event.preventDefault();
    early = event.target;
  };
  addEventListener('submit', hold);
  window.sendEarly = () => {
    removeEventListener('submit', hold);
    early?.requestSubmit();
  };

  const lessData = kept('less-data');
  const saves = lessData === null ? navigator.connection?.saveData === true : lessData === 'on';
  root.classList.toggle('less-data', saves);
  const add = (name, attributes) =>
    document.head.append(Object.assign(document.createElement(name), attributes));
  for (const href of saves ? [] : fonts.split(' ').filter(Boolean))
    add('link', { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href });

  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    fillFrame();
    if (!scripts) return;
    // After the first paint: on a slow network they keep nothing from what is seen first. Neither a page in the background nor
    // one whose visitor is not signed in shows anything before them.
    if (document.hidden || !document.querySelector('[data-frame]')) return loadScripts();
    new PerformanceObserver(loadScripts).observe({ type: 'paint', buffered: true });
    setTimeout(loadScripts, 2000);
  });

  function loadScripts() {
    if (document.querySelector(`[src="${entry}"]`)) return;
    add('script', { type: 'module', src: entry });
    for (const href of chunks) add('link', { rel: 'modulepreload', href });
  }

  /** The part of its owner that the frame knows without asking; nobody sees one who is not signed in. */
  function fillFrame() {
    const frame = document.querySelector('[data-frame]');
    if (!frame || !token) return frame?.remove();
    if (document.cookie.includes('sidebar_state=false')) frame.querySelector('#sidebar')?.remove();
    const { greetings, nobody } = frame.querySelector('[data-greetings]')?.dataset ?? {};
    if (!greetings) return;
    const greeting = greetings.split('|')[new Date().getHours()];
    frame.querySelector('[data-greetings]').textContent = greeting.replace(
      '{name}',
      () => keptJson('userData')?.firstName || nobody,
    );
    showLastView(frame);
  }

  /** What its owner last saw of this page, with its time, as lib/offline/last-view.ts left it. */
  function showLastView(frame) {
    const { owner, name } = window.viewHere();
    const view = keptJson(name);
    if (!view) return;
    if (view.owner !== owner) return localStorage.removeItem(name);
    const [main, note] = frame.querySelectorAll('main, [data-as-of]');
    main.innerHTML = view.html;
    main.style.minHeight = view.height;
    note.textContent = note.textContent.replace('{time}', view.time);
    note.hidden = false;
    // Beside the app: it stays until the figures are new.
    document.body.append(note);
  }

  /** Where the look of this page is kept, and whose it is: of one person, business and currency, and of this build. */
  window.viewHere = () => {
    const { id, businessId } = keptJson('userData') ?? {};
    const styles = Array.from(document.querySelectorAll('link[rel=stylesheet]'), ({ href }) => href);
    return {
      name: `view:${location.pathname.replace(/\/$/, '')}${location.search}`,
      owner: [id, businessId, kept('currency'), entry, ...styles].join(' '),
    };
  };

  /** Asks for what the page will read while its scripts are still on their way; lib/read-ahead.ts hands it out. */
  function readAhead(templates) {
    const known = valuesOf(keptJson('userData'));
    const paths = templates
      .map((path) => path.replace(/[?&]\w+=%7Bsince%7D/, (part) => (known.since ? part : '')))
      .map((path) => path.replace(/%7B(\w+)%7D/g, (_, name) => encodeURIComponent(known[name] ?? '{}')))
      .filter((path) => !path.includes('%7B'));
    const answer = fetch('/api/batch', {
      method: 'POST',
      cache: 'no-store',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reads: paths }),
    })
      .then((response) => (response.ok ? response.json() : null))
      .catch(() => null);
    window.readAhead = { token, paths, answer };
  }

  function valuesOf(user) {
    if (!user?.isBusinessRegistered) return {};
    const currency = kept('currency') === 'usd' ? 'usd' : 'ngn';
    const record = location.pathname.split('/').pop();
    return { currency, user: user.id, business: user.businessId, since: since(user.id), record };
  }

  /** As lib/figures/last-visit.ts has it. */
  function since(owner) {
    const last = keptJson('lastVisit');
    if (last?.owner !== owner) return undefined;
    const before = Date.now() - last.seen > 1_800_000 ? last.seen : last.before;
    return before === null ? undefined : new Date(before).toISOString();
  }

  function keptJson(key) {
    try {
      return JSON.parse(kept(key));
    } catch {
      return null;
    }
  }
})();
