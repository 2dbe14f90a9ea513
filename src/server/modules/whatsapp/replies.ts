import * as z from 'zod/mini';
import { pieces, short } from './formatting.ts';
import { theRest } from './words.ts';

const MOST_BODY = 1024;
const MOST_PIECES = 4;
const MOST_BUTTONS = 3;
const LONGEST_BUTTON = 20;
const MOST_ROWS = 10;
const LONGEST_ROW = 24;
const LONGEST_DESCRIPTION = 72;

const text = z.object({ kind: z.literal('text'), body: z.string() });
const choice = z.object({ id: z.string(), title: z.string() });
const buttons = z.object({ kind: z.literal('buttons'), body: z.string(), buttons: z.array(choice) });
const list = z.object({
  kind: z.literal('list'),
  body: z.string(),
  button: z.string(),
  rows: z.array(z.extend(choice, { description: z.string() })),
});
export const reply = z.discriminatedUnion('kind', [text, buttons, list]);
/** A bot reply: short enough for a phone, and always answerable in words as well. */
export type Reply = z.output<typeof reply>;

type Choices = {
  /** How to answer in words. */
  fallback: string;
  /** Said again above the choices where the text is so long that it stands in an earlier message. */
  lead?: string | undefined;
} & (
  | { buttons: { id: string; title: string }[] }
  | { list: { id: string; title: string; description: string }[]; label: string }
);

/** A text as messages, of which the last may have choices under it. `address` is where all of it can be read. */
export function say(text: string, { address, choices }: { address: string; choices?: Choices }): Reply[] {
  const { fallback, lead = '' } = choices ?? { fallback: '' };
  const room = MOST_BODY - (fallback === '' ? 0 : fallback.length + 2) - (lead === '' ? 0 : lead.length + 2);
  const parts = within(pieces(text.trim(), room), theRest(address));
  const before = parts.slice(0, -1).map((body): Reply => ({ kind: 'text', body }));
  const body = [before.length > 0 ? lead : '', parts.at(-1) ?? '', fallback].filter(Boolean).join('\n\n');
  return [...before, choices ? withChoices(body, choices) : { kind: 'text', body }];
}

const within = (parts: string[], rest: string): string[] =>
  parts.length <= MOST_PIECES ? parts : [...parts.slice(0, MOST_PIECES - 1), rest];

function withChoices(body: string, choices: Choices): Reply {
  if ('buttons' in choices) {
    const shown = choices.buttons.slice(0, MOST_BUTTONS);
    return {
      kind: 'buttons',
      body,
      buttons: shown.map(({ id, title }) => ({ id, title: short(title, LONGEST_BUTTON) })),
    };
  }
  return {
    kind: 'list',
    body,
    button: short(choices.label, LONGEST_BUTTON),
    rows: choices.list.slice(0, MOST_ROWS).map(({ id, title, description }) => ({
      id,
      title: short(title, LONGEST_ROW),
      description: short(description, LONGEST_DESCRIPTION),
    })),
  };
}
