import { texts } from './texts.ts';

/** Global keyboard commands; shortcuts of a single screen are listed here and handled there. */
export type Command =
  | { kind: 'palette' | 'sidebar' | 'shortcuts' | 'search' | 'submit' | 'undo' | 'escape' }
  | { kind: 'go'; to: string; search?: Record<string, string> }
  | { kind: 'row'; step: 1 | -1 }
  | { kind: 'select'; extend: boolean }
  | { kind: 'open' };

type Shortcut = {
  /** Keys pressed together are joined by +, one after another by a space; `Mod` is Ctrl or Cmd. Any of several. */
  keys: readonly string[];
  does: string;
  /** Missing where a component of its own handles it. */
  command?: Command;
};

const go = (keys: string, place: string, to: string): Shortcut => ({
  keys: [keys],
  does: place,
  command: { kind: 'go', to },
});

/** The full keymap: used by the handler and shown on the shortcut sheet. */
export const keymap: readonly { group: string; shortcuts: readonly Shortcut[] }[] = [
  {
    group: texts.groups.everywhere,
    shortcuts: [
      { keys: ['Mod+K'], does: texts.does.palette, command: { kind: 'palette' } },
      { keys: ['Mod+B'], does: texts.does.sidebar, command: { kind: 'sidebar' } },
      { keys: ['?'], does: texts.does.list, command: { kind: 'shortcuts' } },
      { keys: ['/'], does: texts.does.search, command: { kind: 'search' } },
      {
        keys: ['C'],
        does: texts.does.create,
        command: { kind: 'go', to: '/dashboard/invoices', search: { create: '1' } },
      },
      { keys: ['Mod+Z'], does: texts.does.undo, command: { kind: 'undo' } },
      {
        keys: ['Esc'],
        does: texts.does.escape,
        command: { kind: 'escape' },
      },
      { keys: ['F8'], does: texts.does.notifications },
    ],
  },
  {
    group: texts.groups.goTo,
    shortcuts: [
      go('G D', texts.places.dashboard, '/dashboard'),
      go('G A', texts.places.chat, '/dashboard/chat'),
      go('G I', texts.places.invoices, '/dashboard/invoices'),
      go('G C', texts.places.customers, '/dashboard/customers'),
      go('G P', texts.places.payments, '/dashboard/payments'),
      go('G N', texts.places.analytics, '/dashboard/analytics'),
      go('G W', texts.places.withdrawals, '/dashboard/withdrawal'),
      go('G S', texts.places.settings, '/dashboard/settings'),
    ],
  },
  {
    group: texts.groups.lists,
    shortcuts: [
      { keys: ['J', 'Down'], does: texts.does.next, command: { kind: 'row', step: 1 } },
      { keys: ['K', 'Up'], does: texts.does.previous, command: { kind: 'row', step: -1 } },
      { keys: ['Enter'], does: texts.does.open, command: { kind: 'open' } },
      { keys: ['X'], does: texts.does.select, command: { kind: 'select', extend: false } },
      { keys: ['Shift+X'], does: texts.does.selectTo, command: { kind: 'select', extend: true } },
      { keys: ['Space'], does: texts.does.press },
    ],
  },
  {
    group: texts.groups.forms,
    shortcuts: [
      { keys: ['Mod+Enter'], does: texts.does.submit, command: { kind: 'submit' } },
      { keys: ['Enter'], does: texts.does.chatSend },
      { keys: ['Shift+Enter'], does: texts.does.chatLine },
      { keys: ['Esc'], does: texts.does.chatStop },
      { keys: ['Up'], does: texts.does.chatEdit },
      { keys: ['Arrows'], does: texts.does.move },
    ],
  },
];

const commands = new Map<string, Command>(
  keymap
    .flatMap(({ shortcuts }) => shortcuts)
    .flatMap(({ keys, command }) => (command ? keys.map((key) => [key, command] as const) : [])),
);

/** The first key of a pair, such as G. */
const firsts = new Set(
  [...commands.keys()].filter((keys) => keys.includes(' ')).map((keys) => keys.slice(0, 1)),
);

const names: Record<string, string> = { Escape: 'Esc', ArrowDown: 'Down', ArrowUp: 'Up', ' ': 'Space' };

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A press as the map writes it; null for what no shortcut is made of. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (altKey || (ctrlKey && metaKey)) return null;
  const plain = names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  // The sign of a key such as ? already tells of Shift.
  const shift = shiftKey && /^([A-Z]|[A-Z][a-z]+)$/.test(plain) ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${shift}${plain}`;
}

type Match = { command: Command; single: boolean } | { first: string } | null;

/** The meaning of a press after `first`, the key of a pair pressed just before. */
export function matchPress(press: Press, first: string | null): Match {
  const name = nameOf(press);
  if (name === null) return null;
  const command = (first && commands.get(`${first} ${name}`)) || commands.get(name);
  if (command) return { command, single: isSingle(name) };
  return firsts.has(name) ? { first: name } : null;
}

/** Letters and signs alone; the switch turns these off. Arrows, Enter and Esc stay. */
function isSingle(name: string): boolean {
  return name.replace('Shift+', '').length === 1;
}

/** The keys that lead to a page. */
export function keysTo(to: string): string | undefined {
  for (const [keys, command] of commands)
    if (command.kind === 'go' && command.to === to && !command.search) return keys;
  return undefined;
}
