import { expect, test } from 'vitest';
import { keymap, matchPress, nameOf } from './keymap.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const commandOf = (...[event, first = null]: [ReturnType<typeof press>, (string | null)?]) => {
  const match = matchPress(event, first);
  return match && 'command' in match ? match.command : match;
};

test.each([
  ['ctrl', press('k', { ctrlKey: true }), 'palette'],
  ['cmd', press('k', { metaKey: true }), 'palette'],
  ['capitals by caps lock', press('B', { ctrlKey: true }), 'sidebar'],
  ['a sign typed with shift', press('?', { shiftKey: true }), 'shortcuts'],
  ['a sign typed without, as on some keyboards', press('/'), 'search'],
  ['escape', press('Escape'), 'escape'],
])('%s', (_, event, kind) => expect(commandOf(event)).toMatchObject({ kind }));

test('G waits for its second key, and a second key means nothing without it', () => {
  expect(matchPress(press('g'), null)).toEqual({ first: 'G' });
  expect(commandOf(press('i'), 'G')).toEqual({ kind: 'go', to: '/dashboard/invoices' });
  expect(matchPress(press('i'), null)).toBeNull();
  expect(commandOf(press('c'))).toMatchObject({ search: { create: '1' } });
  expect(commandOf(press('c'), 'G')).toEqual({ kind: 'go', to: '/dashboard/customers' });
});

test('shift extends the selection; with Alt or both Ctrl and Cmd nothing happens', () => {
  expect(commandOf(press('X', { shiftKey: true }))).toEqual({ kind: 'select', extend: true });
  expect(commandOf(press('x'))).toEqual({ kind: 'select', extend: false });
  expect(nameOf(press('c', { altKey: true }))).toBeNull();
  expect(nameOf(press('k', { ctrlKey: true, metaKey: true }))).toBeNull();
  expect(matchPress(press('z', { ctrlKey: true, shiftKey: true }), null)).toBeNull();
});

test('only letters and signs count as single keys', () => {
  const singles = keymap
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ keys, command }) => command && keys.every((key) => key.replace('Shift+', '').length === 1))
    .flatMap(({ keys }) => keys);
  expect(singles).toEqual(['?', '/', 'C', 'X', 'Shift+X']);
  expect(matchPress(press('j'), null)).toMatchObject({ single: true });
  expect(matchPress(press('ArrowDown'), null)).toMatchObject({ single: false });
});
