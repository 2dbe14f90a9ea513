import { paragraphs } from './format.ts';

/** An answer in words. `beside`: what of it is left to say beside a card that shows its proposal; absent where all of it is. */
export type Reply = { text: string; beside?: string | undefined };

type Part = string | Reply | null | false | undefined;

/** A part that a card says too; `beside` is the rest of it. */
export const onCard = (text: string, beside = ''): Reply => ({ text, beside });

/** An answer of paragraphs, of which a card may say some. */
export function reply(...parts: Part[]): Reply {
  const text = paragraphs(...parts.map((part) => textOf(part, false)));
  const beside = paragraphs(...parts.map((part) => textOf(part, true)));
  return text === beside ? { text } : { text, beside };
}

function textOf(part: Part, isBeside: boolean): string | null {
  if (!part) return null;
  if (typeof part === 'string') return part;
  return isBeside ? (part.beside ?? part.text) : part.text;
}
