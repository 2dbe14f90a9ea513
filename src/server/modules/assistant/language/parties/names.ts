import { isSeparator, rawText, type Word } from '../tokens/tokenize.ts';
import { MONTHS, WEEKDAYS } from '../vocabulary/lexicon.ts';
import { FIRM_WORDS, NAMES, TITLES } from '../vocabulary/names.ts';
import { formatName } from './contact-details.ts';

type Name = { name: string; to: number };

// Grammar words; a name neither begins with them nor continues past them.
const STOP_WORDS = new Set(
  `a an the this that these those my our your his her their its hin im dem them they he she e it i me we us you u him am o
  all any every each everyone everybody anybody anyone nobody people person customer customers client clients buyer buyers
  who whom whose which what when where how why wey say for to from of in on at by with and or but if so as since till until
  before after between during about over under above below more less than not no never don dey don't is are was were be been
  being has have had do does did will would shall should can could may might must go going gone let make made making owe
  owes owing owed pay pays paid paying payment payments money invoice invoices bill bills receipt receipts reminder
  reminders email emails mail whatsapp sms phone number please abeg now today yesterday tomorrow week weeks month months
  year years day days quarter last next past previous latest recent first new old again yet still already also only just
  total amount balance debt outstanding overdue unpaid pending draft drafts due sent send share list show open see view
  because abt regarding via through per naira dollars usd ngn sales sale report reports revenue income business account
  statement history nicely gently politely tell ask remind everything something anything nothing here there them-all
  via whatsapp asap sef sha oh na nau abi shey oya then when wetin how-much much many too very so-far payed mch status details record records it's he's she's thanks
  sum aggregate entire whole full gross figure value worth small softly well kindly quick quickly sharp again sharp-sharp clear write update settle withdraw transfer confirm note fyi delete forward resend whatsapp market business shop biz hustle owe-me collect collected never hasn't haven't didn't isn't won't wan want need give gave given take took put bring bought buy
  deep came come enter entered check receive view spend spent patronise hold receiving checking invoice's cash transfer pos deposit instead inside outside up down off out one ones two three old-debt reach top best delete remove`
    .split(/\s+/)
    .filter(Boolean),
);
const JOINING = new Set(['and', 'of', '&', 'the', 'for']);

/** The name that begins at a place, as it is to be written; null where there is none. */
export function nameAt(words: readonly Word[], at: number, known: readonly string[] = []): Name | null {
  const full = knownNameAt(words, at, known);
  if (full) return full;
  const start = words[at]?.word === 'the' && isCapital(words[at + 1]) ? at + 1 : at;
  let to = start;
  while (to - start < 7 && continuesName(words, start, to)) to++;
  if (to === start || (to === start + 1 && !/\p{L}/u.test(words[start]?.raw ?? ''))) return null;
  const name = formatName(rawText(words, start, to).replace(/['’]s?$/, ''));
  return name === null ? null : { name, to };
}

/** Whether a word belongs to the grammar and to no name. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** Whether a word may begin a name. */
export function canStartName(words: readonly Word[], at: number): boolean {
  const word = words[at]?.word ?? '';
  if (
    isSeparator(words[at]) ||
    STOP_WORDS.has(withoutPossessive(word)) ||
    !/^\p{L}|^\d+\p{L}/u.test(words[at]?.raw ?? '')
  )
    return false;
  const calendar = WEEKDAYS.has(word) || MONTHS.has(word);
  if (word.includes('@')) return false;
  if (/^(?:(?:inv|invoice|bill)[-#]?\d.*|[qh][1-4]|\d+(?:st|nd|rd|th|k|m|x))$/.test(word)) return false;
  return (
    !calendar ||
    (isCapital(words[at]) &&
      isCapital(words[at + 1]) &&
      NAMES.has(withoutPossessive(words[at + 1]?.word ?? '')))
  );
}

function continuesName(words: readonly Word[], start: number, at: number): boolean {
  const word = words[at];
  if (!word || isSeparator(word)) return false;
  if (at > start && /['’]s?$/.test(words[at - 1]?.raw ?? '')) return false;
  if (at > start && JOINING.has(word.word)) return joinsNames(words, start, at);
  if (TITLES.has(word.word) && at === start) return true;
  if (at === start) return canStartName(words, at);
  const firm = FIRM_WORDS.has(word.word) || NAMES.has(word.word);
  const titled =
    isCapital(word) && at === start + 1 && TITLES.has(words[start]?.word ?? '') && isCapital(words[start]);
  if (STOP_WORDS.has(word.word) && !titled && !(firm && isCapital(word))) return false;
  if (/^\d/.test(word.raw) && !isCapital(words[start])) return false;
  if (/^[#₦$@]|\d{3}|^\d+[kmx]$/.test(word.raw) || !/[\p{L}\p{N}]/u.test(word.raw)) return false;
  const cased = isCapital(words[start]) && !TITLES.has(words[start]?.word ?? '');
  return (
    !cased ||
    isCapital(word) ||
    firm ||
    JOINING.has(words[at - 1]?.word ?? '') ||
    /^\p{L}['’]/u.test(word.raw)
  );
}

function joinsNames(words: readonly Word[], start: number, at: number): boolean {
  const next = words[at + 1];
  if (!next || isSeparator(next)) return false;
  if (words[at]?.word === '&') return true;
  return (
    isCapital(words[start]) && isCapital(next) && words[at]?.word !== 'for' && !STOP_WORDS.has(next.word)
  );
}

function knownNameAt(words: readonly Word[], at: number, known: readonly string[]): Name | null {
  let best: Name | null = null;
  for (const name of known) {
    const parts = name.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = parts.every(
      (part, index) => withoutPossessive(words[at + index]?.raw.toLowerCase() ?? '') === part,
    );
    if (matches && parts.length > 1 && (!best || best.to < at + parts.length))
      best = { name, to: at + parts.length };
  }
  return best;
}

const withoutPossessive = (word: string): string => word.replace(/['’]s?$/, '');
const isCapital = (word: Word | undefined): boolean => /^\p{Lu}/u.test(word?.raw ?? '');

/** A name and nothing else: "Tunde", "and Tolu too". */
export function bareName(words: readonly Word[]): string | null {
  const rest = words.filter(
    ({ word }) =>
      !/^(?:and|too|also|as|well|it's|na|is|for|the|customer|client|please|abeg|o|one|,|\.|!|actually|sorry|no|wait)$/.test(
        word,
      ),
  );
  return rest.length > 0 && rest.length <= 4 && canStartName(rest, 0)
    ? (nameAt(rest, 0)?.name ?? null)
    : null;
}
