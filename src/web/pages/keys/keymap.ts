/** What a key can do anywhere in the app; what belongs to one screen is told here and handled there. */
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

/** The whole keyboard: read by the handler and shown on the shortcut sheet. */
export const keymap: readonly { group: string; shortcuts: readonly Shortcut[] }[] = [
  {
    group: 'Everywhere',
    shortcuts: [
      { keys: ['Mod+K'], does: 'Search or jump to', command: { kind: 'palette' } },
      { keys: ['Mod+B'], does: 'Show or hide the sidebar', command: { kind: 'sidebar' } },
      { keys: ['?'], does: 'This list', command: { kind: 'shortcuts' } },
      { keys: ['/'], does: "Go to this page's search", command: { kind: 'search' } },
      {
        keys: ['C'],
        does: 'Create invoice',
        command: { kind: 'go', to: '/dashboard/invoices', search: { create: '1' } },
      },
      { keys: ['Mod+Z'], does: 'Undo, while the message offers it', command: { kind: 'undo' } },
      {
        keys: ['Esc'],
        does: 'Close; else clear the selection; else the search',
        command: { kind: 'escape' },
      },
      { keys: ['F8'], does: 'Go to the notifications' },
    ],
  },
  {
    group: 'Go to',
    shortcuts: [
      go('G D', 'Dashboard', '/dashboard'),
      go('G A', 'AI chat', '/dashboard/chat'),
      go('G I', 'Invoices', '/dashboard/invoices'),
      go('G C', 'Customers', '/dashboard/customers'),
      go('G P', 'Payments', '/dashboard/payments'),
      go('G N', 'Analytics', '/dashboard/analytics'),
      go('G W', 'Withdrawals', '/dashboard/withdrawal'),
      go('G S', 'Settings', '/dashboard/settings'),
    ],
  },
  {
    group: 'Lists',
    shortcuts: [
      { keys: ['J', 'Down'], does: 'Next row, also with an invoice open', command: { kind: 'row', step: 1 } },
      { keys: ['K', 'Up'], does: 'Previous row', command: { kind: 'row', step: -1 } },
      { keys: ['Enter'], does: 'Open the row', command: { kind: 'open' } },
      { keys: ['X'], does: 'Select the row', command: { kind: 'select', extend: false } },
      { keys: ['Shift+X'], does: 'Select up to the row', command: { kind: 'select', extend: true } },
      { keys: ['Space'], does: 'Press the button that has focus' },
    ],
  },
  {
    group: 'Forms and chat',
    shortcuts: [
      { keys: ['Mod+Enter'], does: 'Send the form, or go to the next step', command: { kind: 'submit' } },
      { keys: ['Enter'], does: 'In chat: send' },
      { keys: ['Shift+Enter'], does: 'In chat: new line' },
      { keys: ['Esc'], does: 'In chat: stop the answer' },
      { keys: ['Up'], does: 'In an empty chat box: edit the last message' },
      { keys: ['Arrows'], does: 'Move in menus, tabs, cards and charts' },
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

export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A press as the map writes it; null for what no shortcut is made of. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (altKey || (ctrlKey && metaKey)) return null;
  const plain = names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  // The sign of a key such as ? already tells of Shift.
  const shift = shiftKey && /^([A-Z]|[A-Z][a-z]+)$/.test(plain) ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${shift}${plain}`;
}

export type Match = { command: Command; single: boolean } | { first: string } | null;

/** What a press means after `first`, the key of a pair pressed just before. */
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
