import { BARE_TITLES, FIRM_ENDINGS, TITLES } from './name-words.ts';
import { after, before, type Span } from './spans.ts';
import { saidBetween, separates, type Word } from './words.ts';

/** An e-mail address or telephone number, with the words that lead to it. */
export type Contact = Span & { value: string };

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[a-z]{2,24}$/i;
const MARK = /^[(),:;<>'"=-]$/;
const OWNER =
  /^(?:her|his|their|hin|customer|client|customer's|client's|im|the|my|its|buyer|and|with|also|use|add|is|at|on|to|reach|contact|call|send|put|attach|be)$/;
const EMAIL_WORD = /^(?:email|e-mail|emails|mail|gmail|address|id)$/;
const PHONE_WORD =
  /^(?:phone|number|no|no\.|tel|telephone|mobile|whatsapp|line|contact|cell|gsm|num|call|digits|nos)$/;
const LINK = /^(?:is|na|:|=|-|be|are|to|as|at|of|on|@|\()$/;

/** The first e-mail address of a message, in lower case, with the words that announce it. */
export function emailIn(words: readonly Word[]): Contact | null {
  const at = words.findIndex(({ said }) => EMAIL.test(said));
  if (at === -1) return null;
  return { value: (words[at]?.said ?? '').toLowerCase(), ...led(words, at, EMAIL_WORD) };
}

/** The first telephone number of a message as `+234…`, with the words that announce it. */
export function phoneIn(words: readonly Word[]): Contact | null {
  const at = words.findIndex(({ said }) => phoneOf(said) !== null);
  if (at === -1) return null;
  return { value: phoneOf(words[at]?.said ?? '') ?? '', ...led(words, at, PHONE_WORD) };
}

/** A telephone number as `+234…`; null where it is none. Numbers of other countries keep their own code. */
export function phoneOf(said: string): string | null {
  const digits = said.replace(/[\s()-]/g, '');
  if (/^0[789]\d{9}$/.test(digits)) return `+234${digits.slice(1)}`;
  if (/^\+?2340?[789]\d{9}$/.test(digits)) return `+234${digits.slice(-10)}`;
  if (/^\+(?!234)\d{8,15}$/.test(digits)) return digits;
  return null;
}

// "her email is", "hin number na", "(whatsapp: …)" and the brackets around it.
function led(words: readonly Word[], at: number, noun: RegExp): Span {
  const linked = before(words, at, LINK, 3);
  const named = before(words, linked, noun, 2);
  const owned = named < linked ? before(words, named, OWNER, 3) : named;
  const from = named < linked ? ownerStart(words, owned, named) : before(words, at, MARK, 1);
  return { from, to: after(words, at + 1, /^[)>'"]$/, 1) };
}

function ownerStart(words: readonly Word[], from: number, to: number): number {
  let start = from;
  while (start < to && /^(?:is|at|on|to|be|send)$/.test(words[start]?.word ?? '')) start++;
  return start;
}

/** Name of a person or company with capitals added to titles and lower-case words. */
export function tidyName(said: string): string | null {
  const bare = said
    .replace(/\s+/g, ' ')
    .replace(/^[\s'"“‘(,.:;-]+|[\s'"”’),:;!?-]+$/g, '')
    .replace(/(?<=\p{L}{2})\.$/u, '');
  if (!/\p{L}/u.test(bare)) return null;
  return bare === bare.toLowerCase() ? bare.split(' ').map(capital).join(' ') : bare;
}

const LOWER = /^(?:and|of|the|&|for|in)$/;

function capital(word: string, at: number): string {
  if (at > 0 && LOWER.test(word)) return word;
  if (/^(?:plc|llc)$/.test(word)) return word.toUpperCase();
  return word.replace(/^\p{L}|(?<=[-'’])\p{L}(?=\p{L})/gu, (letter) => letter.toUpperCase());
}

/** Whether a word is a title that cannot be a name by itself. */
export const isTitle = (word: string): boolean => TITLES.has(word.replace(/\.$/, ''));
/** Whether a title may stand for a person alone, such as Mama or Oga. */
export const standsAlone = (word: string): boolean => BARE_TITLES.has(word.replace(/\.$/, ''));
/** Whether a firm's name ends here and nothing else does. */
export const endsFirm = (word: string): boolean => FIRM_ENDINGS.has(word.replace(/\.$/, ''));

const NOT_NAMES =
  /^(?:please|abeg|thanks|oya|yes|no|ok|okay|email|mail|phone|number|whatsapp|her|his|she|he|him|hin|is|na|with|customer|client|name|the|my|a|an|new|called|named|and|to|for|list|contact|contacts|as|make|put|add|save|register|create|i|me|am|it|o|on|in|of|sir|ma|by|am:|book|database|details|their|they)$/;

/** The name in words that say little else: "Add customer Chidera Nnaji, …", "it's Musa Garba". Null where there is none. */
export function nameIn(words: readonly Word[], taken: readonly Span[]): string | null {
  const free = words.map((_, at) => !taken.some(({ from, to }) => from <= at && at < to));
  const fits = (at: number): boolean =>
    free[at] === true &&
    !separates(words[at]) &&
    !NOT_NAMES.test(words[at]?.word ?? '') &&
    /\p{L}/u.test(words[at]?.said ?? '');
  const from = words.findIndex((_, at) => fits(at));
  if (from === -1) return null;
  let to = from + 1;
  while (to < words.length && to - from < 8 && (fits(to) || joins(words, to, free, fits))) to++;
  return tidyName(saidBetween(words, from, to));
}

function joins(
  words: readonly Word[],
  at: number,
  free: readonly boolean[],
  fits: (at: number) => boolean,
): boolean {
  return (
    free[at] === true &&
    /^(?:and|&|of|the)$/.test(words[at]?.word ?? '') &&
    fits(at + 1) &&
    words[at + 1]?.said !== words[at + 1]?.word
  );
}
