/** The menu of narrow screens: a modal dialog, so the page behind it cannot be reached. */
export function startSiteMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>('#site-menu');
  const opener = document.querySelector<HTMLElement>('[data-menu-open]');
  if (!menu || !opener) return;

  opener.addEventListener('click', () => {
    menu.showModal();
    opener.setAttribute('aria-expanded', 'true');
  });
  menu.addEventListener('close', () => {
    opener.setAttribute('aria-expanded', 'false');
    if (!menu.dataset['left']) opener.focus({ preventScroll: true });
    delete menu.dataset['left'];
  });
  menu.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    // A press on the dialog itself, outside of what is in it, is one on the backdrop.
    if (target === menu || target.closest('[data-menu-close]')) return menu.close();
    if (!target.closest('a')) return;
    menu.dataset['left'] = 'true';
    menu.close();
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops = [...menu.querySelectorAll<HTMLElement>('a[href], button')];
    const next = event.shiftKey ? stops.at(-1) : stops[0];
    if (document.activeElement !== (event.shiftKey ? stops[0] : stops.at(-1))) return;
    event.preventDefault();
    next?.focus();
  });
  // Turned to wide, the screen has its links in the header again.
  matchMedia('(min-width: 64rem)').addEventListener('change', (wide) => {
    if (wide.matches && menu.open) menu.close();
  });
}
