import * as z from 'zod/mini';
import { splitText, truncate } from './formatting.ts';
import { moreInApp } from './texts.ts';

const MAX_BODY_LENGTH = 1024;
const MAX_MESSAGES = 4;
const MAX_BUTTONS = 3;
const MAX_BUTTON_LENGTH = 20;
const MAX_ROWS = 10;
const MAX_ROW_LENGTH = 24;
const MAX_DESCRIPTION_LENGTH = 72;

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
export function toReplies(
  text: string,
  { address, choices }: { address: string; choices?: Choices },
): Reply[] {
  const { fallback, lead = '' } = choices ?? { fallback: '' };
  const room =
    MAX_BODY_LENGTH - (fallback === '' ? 0 : fallback.length + 2) - (lead === '' ? 0 : lead.length + 2);
  const parts = limitParts(splitText(text.trim(), room), moreInApp(address));
  const before = parts.slice(0, -1).map((body): Reply => ({ kind: 'text', body }));
  const body = [before.length > 0 ? lead : '', parts.at(-1) ?? '', fallback].filter(Boolean).join('\n\n');
  return [...before, choices ? withChoices(body, choices) : { kind: 'text', body }];
}

const limitParts = (parts: string[], rest: string): string[] =>
  parts.length <= MAX_MESSAGES ? parts : [...parts.slice(0, MAX_MESSAGES - 1), rest];

function withChoices(body: string, choices: Choices): Reply {
  if ('buttons' in choices) {
    const shown = choices.buttons.slice(0, MAX_BUTTONS);
    return {
      kind: 'buttons',
      body,
      buttons: shown.map(({ id, title }) => ({ id, title: truncate(title, MAX_BUTTON_LENGTH) })),
    };
  }
  return {
    kind: 'list',
    body,
    button: truncate(choices.label, MAX_BUTTON_LENGTH),
    rows: choices.list.slice(0, MAX_ROWS).map(({ id, title, description }) => ({
      id,
      title: truncate(title, MAX_ROW_LENGTH),
      description: truncate(description, MAX_DESCRIPTION_LENGTH),
    })),
  };
}
