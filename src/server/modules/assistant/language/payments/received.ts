import type { ReceivedMoney } from '#server/modules/payments/tools/received-money.ts';
import { currencies, type Currency } from '#core/money.ts';
import { type Amount, amountAt } from '../amounts/amounts.ts';
import { periodsIn } from '../dates/periods.ts';
import type { References } from '../intents/references.ts';
import { phoneOf } from '../parties/contact-details.ts';
import type { Word } from '../tokens/tokenize.ts';
import type { Utterance } from '../tokens/utterance.ts';
import type { BusinessContext } from '../types.ts';

const CHANGES_OR_TAKES_BACK =
  /\b(?:undo|undone|reverse|reversed|cancel|cancelled|unmark|revert|void|unpaid|not paid|bounced?|(?:remove|delete|correct|edit|change|adjust|comot)(?: \S+){0,4} payments?|write[ -]?off|forgive|wipe|zero|(?:clear|settle|cancel)(?: \S+){0,4} (?:debts?|balances?)|(?:reduce|deduct|subtract|remove|minus|take)(?: \S+){0,4} (?:debt|balance|what))\b/;

/** Whether a message about a payment tells of money that came; the rest is of the screens. */
export const tellsOfMoney = ({ text }: Utterance): boolean => !CHANGES_OR_TAKES_BACK.test(text);

/** Money that came as a message tells of it: how much, when and how. */
export function moneyReceived(
  utterance: Utterance,
  refs: References,
  { today, currency }: BusinessContext,
): ReceivedMoney {
  const { words, text } = utterance;
  const amount = amountIn(words, refs, today);
  return {
    amount: amount?.value ?? null,
    inFull: !amount && IN_FULL.test(text),
    currency: amount && moneyOf(amount, currency),
    day: dayIn(words, today),
    method: methodIn(text),
    seen: SEEN_IN_BANK.test(text) && !ALERT.test(text) && !DENIES.test(text) ? 'bank' : null,
    keepRestAsCredit: false,
    confirmDuplicate: false,
  };
}

const moneyOf = ({ currency: said }: Amount, usual: Currency): Currency | null =>
  said === null ? usual : (currencies.find((one) => one === said) ?? null);

/** All that is owed: "mark 21 as paid", "cleared everything". */
const IN_FULL =
  /\b(?:mark|set|tick|flag|turn|treat|close|settled|settle|cleared|clear|full|fully|complete|completely|everything|balanced|balance|all(?! of (?:them|us))|whole)\b/;

// The owner's own eyes, on the bank's own screen.
const SEEN_IN_BANK =
  /\b(?:see|saw|seen|shows?|showing|showed|reflect(?:s|ed)?|entered|appears?|appeared|inside|checked|confirmed|it is|it's|dey)\b(?: \S+){0,6} (?:bank app|app|internet banking|statement|bank balance|account balance)\b/;

/** Words of what can be forged, which no transfer is believed on. */
export const ALERT =
  /\b(?:alerts?|screen ?shots?|screenshort|sms|text|message|receipt|proof|teller|evidence|picture|photo|whatsapp|showed|shown|sent me|tell me|told|slip|forwarded|says?|said|claims?)\b/;
export const DENIES =
  /\b(?:no|not|never|haven't|havent|hasn't|hasnt|didn't|didnt|don't|dont|can't|cannot|yet|neither|nothing|has nothing)\b/;

/** The amount stated: money, thousands in short, or a plain number too large for a count. */
export function amountIn(words: readonly Word[], refs: References, today: string): Amount | null {
  const days = periodsIn(words, today);
  let plain: Amount | null = null;
  for (let at = 0; at < words.length; at++) {
    if (refs.places.has(at) || days.some(({ at: from, end }) => at >= from && at < end)) continue;
    const amount = amountAt(words, at);
    if (!amount || phoneOf(words[at]?.word ?? '')) continue;
    if (amount.kind !== 'plain') return amount;
    if (amount.value >= LEAST_PLAIN) plain ??= amount;
    at = amount.to - 1;
  }
  return plain;
}

const LEAST_PLAIN = 50;

/** The day stated, today where none is; null for a span such as "last week". */
function dayIn(words: readonly Word[], today: string): string | null {
  const [span] = periodsIn(words, today);
  if (!span) return today;
  return span.from === span.to ? span.to : null;
}

const METHODS: readonly (readonly [RegExp, NonNullable<ReceivedMoney['method']>])[] = [
  [/\b(?:cheque|cheques|bank draft)\b/, 'cheque'],
  [/\b(?:pos|p\.o\.s|terminal|card|swiped?|swip)\b/, 'pos'],
  [
    /\b(?:transfer|transfers|transferred|trf|tranfer|wired?|deposit|deposited|alert|credited|bank app|account|acct|opay|palmpay|kuda|ussd)\b/,
    'bank_transfer',
  ],
  [/\b(?:cash|by hand|hand me|handed)\b/, 'cash'],
  [
    /\b(?:sent|send|snt|screen ?shot|sends)\b(?! (?:an? |the )?(?:receipt|invoice|reminder))/,
    'bank_transfer',
  ],
];

/** The way of paying stated in a text. */
export const methodIn = (text: string): ReceivedMoney['method'] =>
  METHODS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
