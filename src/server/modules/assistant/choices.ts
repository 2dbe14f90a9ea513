import type { Action, Draft } from '#contract/assistant.ts';
import { isDrafted } from './actions/draft-invoice.ts';
import { amountAt } from './language/amounts/amounts.ts';
import { tokenize } from './language/tokens/tokenize.ts';
import type { Pending, Understanding } from './language/types.ts';
import { type Choice, settled, type StoredMemory } from './memory.ts';

const ORDINALS = [
  'first|1st|one|1|oldest',
  'second|2nd|two|2',
  'third|3rd|three|3',
  'fourth|4th|four|4',
  'fifth|5th|five|5',
];
const LEAD = String.raw`^(?:(?:please|abeg|oya|it['’]?s|na|is|the|use|pick|take|choose|option|number|no\.?|for|to|send|remind|delete|#)\s*)*`;
const TAIL = String.raw`(?:\s+(?:one|customer|invoice|person|option|abeg|please|o|pls))*[\s.!]*$`;
const MAX_CHOICES_BY_DIGIT = 50;
const ALL = new RegExp(
  String.raw`${LEAD}(?:all|both|everything|every one|everyone|them all)(?:\s+(?:of\s+)?(?:them|it|dem|two|three))?${TAIL}`,
  'i',
);

/** Listed items a message selects: by position, or by a text that identifies exactly one. Empty: none. */
export function chosenFrom(message: string, choices: readonly Choice[]): Choice[] {
  const words = message.trim();
  if (ALL.test(words)) return [...choices];
  const pressed = choices.find(({ told: [label] }) => label === words);
  if (pressed) return [pressed];
  const position = positionIn(words, choices.length);
  const byPosition = position === null ? undefined : choices[position];
  if (byPosition) return [byPosition];
  const identifiers = identifiersIn(words);
  if (identifiers.length === 0) return [];
  const matching = choices.filter((choice) =>
    choice.told.some((one) => identifiers.includes(normalizeIdentifier(one))),
  );
  const named =
    matching.length > 0 ? matching : choices.filter(({ told }) => hasWords(told, identifiers[0] ?? ''));
  return named.length === 1 ? named : [];
}

// "Restaurant" of "Bose Restaurant" and "Bose Okafor".
const hasWords = (told: readonly string[], words: string): boolean =>
  /^\p{L}{3,}(?: \p{L}{3,})?$/u.test(words) &&
  told.some((one) => ` ${one.toLowerCase()} `.includes(` ${words} `));

function positionIn(words: string, count: number): number | null {
  if (new RegExp(`${LEAD}(?:last|latest|newest)${TAIL}`, 'i').test(words))
    return /last/i.test(words) && !/latest/i.test(words) ? count - 1 : 0;
  const at = ORDINALS.findIndex((forms) => new RegExp(`${LEAD}(?:${forms})${TAIL}`, 'i').test(words));
  if (at >= 0) return at;
  const digits = new RegExp(String.raw`${LEAD}(\d{1,2})${TAIL}`, 'i').exec(words)?.[1];
  return digits && Number(digits) <= Math.min(count, MAX_CHOICES_BY_DIGIT) ? Number(digits) - 1 : null;
}

/** Texts of a message that may identify an item: all of it, and each email address and longer number. */
function identifiersIn(words: string): string[] {
  const bare = words.replace(new RegExp(LEAD, 'i'), '').replace(/[\s.!]+$/, '');
  const addresses = words.match(/[^\s,;<>()]+@[^\s,;<>()]+/g) ?? [];
  const numbers = words.match(/\+?\d[\d -]{5,}\d/g) ?? [];
  return [bare, ...addresses, ...numbers, ...sumIn(words)]
    .map(normalizeIdentifier)
    .filter((one) => one !== '');
}

// "The 30k one".
function sumIn(message: string): string[] {
  const words = tokenize(message);
  const sums = words.map((_, at) => amountAt(words, at)?.value).filter((sum) => sum !== undefined);
  return words.length <= MOST_WORDS_OF_A_SUM ? sums.slice(0, 1).map(String) : [];
}
const MOST_WORDS_OF_A_SUM = 5;

const normalizeIdentifier = (text: string): string => {
  const lower = text.toLowerCase().replace(/[.,;]+$/, '');
  const digits = lower.replace(/\D/g, '');
  return /^[+\d\s()-]+$/.test(lower) && digits.length >= 7
    ? digits.replace(/^(?:00)?234|^0/, '')
    : lower.replace(/\s+/g, ' ').trim();
};

const OF_ONE = new RegExp(
  String.raw`${LEAD}(?:each|apiece|per (?:one|piece|each)|for (?:one|each)|one one|kowanne|kowane|ikankan|otu otu)(?: of (?:them|it|dem))?${TAIL}`,
  'i',
);
const OF_ALL = new RegExp(
  String.raw`${LEAD}(?:(?:all )?together|altogether|(?:in )?total|(?:in )?all|both|everything|join(?:ed)? together|duka|gbogbo)(?: of (?:them|it|dem)| together)?${TAIL}`,
  'i',
);

/** "Each" or "all together" where a price is of one or of all; null for any other answer. */
function pricedAs(message: string, choices: readonly Choice[]): Choice[] | null {
  const isOfOne = OF_ONE.test(message.trim());
  if (!isOfOne && !OF_ALL.test(message.trim())) return null;
  const counts = new Set(choices.map(({ pick }) => 'draft' in pick && countsOf(pick.draft)));
  if (counts.size !== 1 || counts.has(false)) return null;
  const byTotal = choices.toSorted((one, other) => totalOf(one) - totalOf(other));
  return byTotal.slice(...(isOfOne ? [-1] : [0, 1]));
}

const totalOf = ({ pick }: Choice): number => ('draft' in pick && pick.draft.total) || 0;
const countsOf = ({ customerName, items }: Draft): string =>
  JSON.stringify([customerName, items.map(({ description, quantity }) => [description, quantity])]);

// "Delete all" does not answer the question which one to send.
const otherCommands: readonly [Action, RegExp][] = [
  ['send_invoice', /^\W*(?:please|abeg|oya)?\W*send\b/i],
  ['send_reminder', /^\W*(?:please|abeg|oya)?\W*remind\b/i],
  ['delete_invoice', /^\W*(?:please|abeg|oya)?\W*delete\b/i],
];

/** The answer to "which one?", as the parser would have understood it with the list. */
export function understandChoice(
  message: string,
  memory: StoredMemory,
): { understanding: Understanding; memory: StoredMemory } | null {
  const { pending, choices } = memory;
  if (!pending || !choices) return null;
  if (otherCommands.some(([action, pattern]) => action !== pending.action && pattern.test(message)))
    return null;
  const chosen = pricedAs(message, choices) ?? chosenFrom(message, choices);
  const [first] = chosen;
  if (!first) return null;
  if (pending.asks === 'customerName' && 'customerId' in first.pick && pending.draft && chosen.length === 1) {
    const { customerId: id, name } = first.pick;
    const draft = { ...pending.draft, customerName: name };
    return {
      understanding: editedUnderstanding({ ...pending, draft, asks: null }, memory),
      memory: { ...memory, customer: { id, name } },
    };
  }
  if (
    pending.asks === 'choice' &&
    isDrafted(pending.action) &&
    'draft' in first.pick &&
    chosen.length === 1
  ) {
    const meant = settled(pending, first.pick.draft);
    return { understanding: { ...editedUnderstanding(meant, memory), intent: pending.action }, memory };
  }
  if (pending.asks !== 'invoice') return null;
  const invoiceNumbers = chosen.flatMap(({ pick }) => ('invoiceNumber' in pick ? [pick.invoiceNumber] : []));
  const filters = { ...pending.filters, invoiceNumbers };
  return { understanding: editedUnderstanding({ ...pending, filters, asks: null }, memory), memory };
}

const editedUnderstanding = (pending: Pending, { last }: StoredMemory): Understanding => ({
  intent: 'edit_draft',
  draft: pending.draft,
  filters: pending.filters,
  customer: pending.customer,
  payment: pending.payment,
  asks: null,
  does: null,
  asides: [],
  memory: { pending, last },
});
