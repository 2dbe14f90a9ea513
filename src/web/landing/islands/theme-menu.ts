const KEY = 'vite-ui-theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');

/** Light, dark or system theme; stored, and synced when the system or another tab changes. */
export function startThemeMenu(): void {
  systemDark.addEventListener('change', apply);
  addEventListener('storage', (event) => event.key === KEY && apply());
  apply();
  const box = document.querySelector<HTMLElement>('[data-theme-menu]');
  const button = box?.querySelector('button');
  const menu = box?.querySelector<HTMLElement>('[role=menu]');
  if (!box || !button || !menu) return;
  const items = [...menu.querySelectorAll<HTMLButtonElement>('[role=menuitemradio]')];

  const isOpen = () => !menu.hidden;
  const close = () => {
    menu.hidden = true;
    button.setAttribute('aria-expanded', 'false');
  };
  const open = () => {
    menu.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    (items.find((item) => item.dataset['theme'] === chosen()) ?? items[0])?.focus();
  };
  const leave = () => {
    close();
    button.focus();
  };

  button.addEventListener('click', () => (isOpen() ? leave() : open()));
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  });
  for (const item of items)
    item.addEventListener('click', () => {
      choose(item.dataset['theme'] ?? 'system');
      leave();
    });
  menu.addEventListener('keydown', (event) => {
    const to = nextIndex(
      event.key,
      items.findIndex((item) => item === document.activeElement),
      items.length,
    );
    if (to !== null) {
      event.preventDefault();
      items[to]?.focus();
    }
    if (event.key === 'Escape') leave();
    if (event.key === 'Tab') close();
  });
  document.addEventListener('pointerdown', (event) => {
    if (isOpen() && event.target instanceof Node && !box.contains(event.target)) close();
  });
}

function nextIndex(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function chosen(): string {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function choose(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts for this page.
  }
  apply(theme);
}

function apply(theme?: unknown): void {
  const now = typeof theme === 'string' ? theme : chosen();
  document.documentElement.classList.toggle(
    'dark',
    now === 'dark' || (now === 'system' && systemDark.matches),
  );
  for (const item of document.querySelectorAll<HTMLElement>('[data-theme]'))
    item.setAttribute('aria-checked', String(item.dataset['theme'] === now));
}
