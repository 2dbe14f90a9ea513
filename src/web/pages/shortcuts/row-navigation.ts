/** Rows that J and K walk: those of the topmost list on the page, skeletons left out. */
const ROWS = 'main [data-row], main tbody tr:not([aria-hidden])';
/** The element Enter opens: the row's marked control, else its first link or button that is no checkbox. */
const OPENER = '[data-row-open], a[href], button:not([role="checkbox"])';
const CHECKBOX = '[role="checkbox"], input[type="checkbox"]';

/** The row that has focus, or holds what has. */
export function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROWS) ?? null;
}

/** Moves focus a row down or up; from elsewhere to the first or last. Tells whether there was one. */
export function stepRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.checkVisibility());
  const here = currentRow();
  const at = here ? rows.indexOf(here) : -1;
  const next = at === -1 ? rows.at(step === 1 ? 0 : -1) : rows[at + step];
  if (!next) return at !== -1;
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Opens the row itself; a control in it does its own work on Enter. */
export function openRow(): boolean {
  const row = currentRow();
  if (!row || document.activeElement !== row) return false;
  const opener = row.querySelector<HTMLElement>(OPENER);
  opener?.click();
  return opener !== null;
}

/** Ticks the row; with `extend` everything up to it from the one ticked before. */
export function selectRow(extend: boolean): boolean {
  const tick = currentRow()?.querySelector<HTMLElement>(CHECKBOX);
  tick?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: extend }));
  return tick !== null && tick !== undefined;
}
