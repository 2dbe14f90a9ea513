import type { NewContact } from '#contract/assistant.ts';
import {
  blankSpans,
  isSeparator,
  rawText,
  skipBackward,
  skipForward,
  type Span,
  type Word,
} from '../tokens/tokenize.ts';
import { FIRM_ENDINGS, TITLES } from '../vocabulary/names.ts';
import { set } from '../vocabulary/lexicon.ts';

/** An e-mail address or telephone number, with the words that lead to it. */
export type Contact = Span & { value: string };

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[a-z]{2,24}$/i;
const PUNCTUATION = /^[(),:;<>'"=-]$/;
const OWNER =
  /^(?:her|his|their|hin|customer|client|customer's|client's|im|the|my|its|buyer|and|with|also|use|add|is|at|on|to|reach|contact|call|send|put|attach|be)$/;
const EMAIL_WORD = /^(?:email|e-mail|emails|mail|gmail|address|id)$/;
const PHONE_WORD =
  /^(?:phone|number|no|no\.|tel|telephone|mobile|whatsapp|line|contact|cell|gsm|num|call|digits|nos)$/;
const LINK = /^(?:is|na|:|=|-|be|are|to|as|at|of|on|@|\()$/;

/** The first e-mail address of a message, in lower case, with the words that announce it. */
export function emailIn(words: readonly Word[]): Contact | null {
  const at = words.findIndex(({ raw }) => EMAIL.test(raw));
  if (at === -1) return null;
  return { value: (words[at]?.raw ?? '').toLowerCase(), ...withLead(words, at, EMAIL_WORD) };
}

/** The first telephone number of a message as `+234…`, with the words that announce it. */
export function phoneIn(words: readonly Word[]): Contact | null {
  const at = words.findIndex(({ raw }) => phoneOf(raw) !== null);
  if (at === -1) return null;
  return { value: phoneOf(words[at]?.raw ?? '') ?? '', ...withLead(words, at, PHONE_WORD) };
}

/** A telephone number as `+234…`; null where it is none. Numbers of other countries keep their own code. */
export function phoneOf(text: string): string | null {
  const digits = text.replace(/[\s()-]/g, '');
  if (/^0[789]\d{9}$/.test(digits)) return `+234${digits.slice(1)}`;
  if (/^\+?2340?[789]\d{9}$/.test(digits)) return `+234${digits.slice(-10)}`;
  if (/^\+(?!234)\d{8,15}$/.test(digits)) return digits;
  return null;
}

// "her email is", "hin number na", "(whatsapp: …)" and the brackets around it.
function withLead(words: readonly Word[], at: number, noun: RegExp): Span {
  const linked = skipBackward(words, at, LINK, 3);
  const named = skipBackward(words, linked, noun, 2);
  const owned = named < linked ? skipBackward(words, named, OWNER, 3) : named;
  const from = named < linked ? ownerStart(words, owned, named) : skipBackward(words, at, PUNCTUATION, 1);
  return { from, to: skipForward(words, at + 1, /^[)>'"]$/, 1) };
}

function ownerStart(words: readonly Word[], from: number, to: number): number {
  let start = from;
  while (start < to && /^(?:is|at|on|to|be|send)$/.test(words[start]?.word ?? '')) start++;
  return start;
}

/** Name of a person or company with capitals added to titles and lower-case words. */
export function formatName(text: string): string | null {
  const bare = text
    .replace(/\s+/g, ' ')
    .replace(/^[\s'"“‘(,.:;-]+|[\s'"”’),:;!?-]+$/g, '')
    .replace(/(?<=\p{L}{2})\.$/u, '');
  if (!/\p{L}/u.test(bare)) return null;
  if (bare !== bare.toLowerCase()) return bare;
  return bare
    .split(' ')
    .map(capital)
    .join(' ')
    .replace(/^Mister /, 'Mr ');
}

const LOWER = /^(?:and|of|the|&|for|in)$/;

function capital(word: string, at: number): string {
  if (at > 0 && LOWER.test(word)) return word;
  if (/^(?:plc|llc)$/.test(word)) return word.toUpperCase();
  return word.replace(/^\p{L}|(?<=[-'’])\p{L}(?=\p{L})/gu, (letter) => letter.toUpperCase());
}

/** Whether a word is a title that cannot be a name by itself. */
export const isTitle = (word: string): boolean => TITLES.has(word.replace(/\.$/, ''));
/** Whether a firm's name ends here and nothing else does. */
export const isCompanySuffix = (word: string): boolean => FIRM_ENDINGS.has(word.replace(/\.$/, ''));

const NOT_NAMES = set(
  `please abeg thanks oya yes no ok okay email mail phone number whatsapp her his she he him hin is na with customer
  client name the my a an new called named and to for list contact contacts as make put add save register create i
  me am it o on in of sir ma by am: book database details their they`,
);

/** The name in words that say little else: "Add customer Chidera Nnaji, …", "it's Musa Garba". Null where there is none. */
export function nameIn(words: readonly Word[], spans: readonly Span[]): string | null {
  const free = words.map((_, at) => !spans.some(({ from, to }) => from <= at && at < to));
  const fits = (at: number): boolean =>
    free[at] === true &&
    !isSeparator(words[at]) &&
    !NOT_NAMES.has(words[at]?.word ?? '') &&
    /\p{L}/u.test(words[at]?.raw ?? '');
  const from = words.findIndex((_, at) => fits(at));
  if (from === -1) return null;
  let to = from + 1;
  while (to < words.length && to - from < 8 && (fits(to) || continuesName(words, to, free, fits))) to++;
  return formatName(rawText(words, from, to).replace(/['’]s$/, ''));
}

function continuesName(
  words: readonly Word[],
  at: number,
  free: readonly boolean[],
  fits: (at: number) => boolean,
): boolean {
  return (
    free[at] === true &&
    /^(?:and|&|of|the)$/.test(words[at]?.word ?? '') &&
    fits(at + 1) &&
    words[at + 1]?.raw !== words[at + 1]?.word
  );
}

/** A customer in a message: "Put Tega for my customer list, hin email na tega@example.com". */
export function contactIn(words: readonly Word[]): NewContact {
  const [email, phone] = [emailIn(words), phoneIn(words)];
  const free = blankSpans(words, [email, phone]);
  return {
    name: partnershipName(free) ?? nameIn(withoutCommand(free), []),
    email: email?.value ?? null,
    phone: phone?.value ?? null,
  };
}

// "Obi, Eze & Co" is one name.
function partnershipName(words: readonly Word[]): string | null {
  const text = words.map((word) => word.raw).join(' ');
  return (
    /\p{Lu}[\p{L}'.]+(?: ,(?: \p{Lu}[\p{L}'.]+){1,2}){1,3} (?:&|and) \p{Lu}[\p{L}'.]+/u
      .exec(text)?.[0]
      .replaceAll(' ,', ',') ?? null
  );
}

// Command words are no part of the name.
function withoutCommand(words: readonly Word[]): Word[] {
  return words.filter(({ word }) => !COMMAND_WORDS.has(word));
}

const COMMAND_WORDS = set(
  `this that these customer customers client clients contact contacts buyer buyers people add save put register
  create store enter onboard new list my named called name please abeg kindly help me can you u could would want wan
  to into inside is na as a an one the i for of book directory record oya now also just got get have we our make his
  her hin their phonebook who whose database base details following ' " “ ” keep note open input set up and with am
  o dem them`,
);
