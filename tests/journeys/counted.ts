import type { BrowserContext } from '@playwright/test';

/** Presses of a person on one screen, and the fields they typed into. */
type Effort = { taps: number; fields: Set<string> };

/** Counts in the page itself, so that nothing done by a test is left out. Boxes of one group are one field. */
export async function countEffort(context: BrowserContext): Promise<() => Map<string, Effort>> {
  const screens = new Map<string, Effort>();
  const of = (screen: string) => {
    const effort = screens.get(screen) ?? { taps: 0, fields: new Set<string>() };
    screens.set(screen, effort);
    return effort;
  };
  await context.exposeFunction('countTap', (screen: string) => {
    of(screen).taps += 1;
  });
  await context.exposeFunction(
    'countField',
    (screen: string, field: string) => void of(screen).fields.add(field),
  );
  await context.addInitScript(() => {
    const screen = () =>
      `${location.pathname} ${new URLSearchParams(location.search).get('step') ?? ''}`.trim();
    const count = (name: string, ...words: string[]) => Reflect.get(globalThis, name)(screen(), ...words);
    addEventListener('pointerdown', (event) => event.isTrusted && count('countTap'), true);
    addEventListener(
      'input',
      ({ target }) => {
        if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
        if (target.type === 'checkbox' || target.type === 'radio') return;
        const group = target.closest('[role=group]')?.getAttribute('aria-labelledby');
        count('countField', group ?? target.id);
      },
      true,
    );
  });
  return () => screens;
}

/** The effort as a table, with its sums. */
export function effortTable(screens: Map<string, Effort>): { table: string; taps: number; fields: number } {
  const rows = [...screens].map(([screen, { taps, fields }]) => ({ screen, taps, fields: fields.size }));
  const sum = (key: 'taps' | 'fields') => rows.reduce((all, row) => all + row[key], 0);
  const table = rows
    .map(({ screen, taps, fields }) => `${screen}: ${taps} taps, ${fields} fields`)
    .join('\n');
  return { table, taps: sum('taps'), fields: sum('fields') };
}
