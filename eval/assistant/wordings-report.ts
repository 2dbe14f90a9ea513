// npm run eval:wordings [-- --leave-one-out] [-- file …]: how well messages that were not trained on are understood.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Draft } from '#contract/assistant.ts';
import { sumOf } from '#server/modules/assistant/language/drafts/lines.ts';
import { FRIDAY } from '#server/modules/assistant/language/testing.ts';
import { NO_MEMORY, type Understanding } from '#server/modules/assistant/language/types.ts';
import { tokenize } from '#server/modules/assistant/language/tokens/tokenize.ts';
import { understand } from '#server/modules/assistant/language/understand.ts';
import {
  type Model,
  readIntents,
  readSlots,
  type Slot,
  slotsOf,
  unpacked,
} from '#server/modules/assistant/language/understanding/model.ts';
import { scoreOfReplies } from './replies-report.ts';
import { tagsOf } from './training/fit.ts';
import { allWordings, packed } from './training/train.ts';
import { toldContents } from './training/told-contents.ts';
import { markedIn, readWordings, type Wording } from './training/wordings.ts';

const HELD_OUT = ['held-out.txt', 'held-out-2.txt', 'held-out-3.txt'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

type Score = { right: number; all: number };
const share = ({ right, all }: Score): string =>
  `${((100 * right) / Math.max(1, all)).toFixed(1)} % of ${all}`;

function scoreOf<T>(all: readonly T[], isRight: (one: T) => boolean): Score {
  return { right: all.filter(isRight).length, all: all.length };
}

/** Scores of the trained reading alone: the intent of each, and the words of each slot to the letter. */
export function scoresOfReading(wordings: readonly Wording[], model?: Model) {
  const read = wordings.map((wording) => {
    const words = tokenize(wording.text);
    const slots = readSlots(words, wording.intent, model).map(shown);
    const [likeliest] = readIntents(words, { kind: wording.open, field: wording.field }, model);
    const wanted = slotsOf(tagsOf(words, wording)).map(shown);
    return {
      wording,
      isRight: likeliest?.intent === wording.intent,
      confidence: likeliest?.confidence ?? 0,
      slots: { found: slots, wanted, right: slots.filter((slot) => wanted.includes(slot)) },
    };
  });
  const sum = (count: (one: (typeof read)[number]) => number): number =>
    read.reduce((all, one) => all + count(one), 0);
  const right = sum(({ slots }) => slots.right.length);
  return {
    read,
    intents: scoreOf(read, ({ isRight }) => isRight),
    slots: (2 * right) / (sum(({ slots }) => slots.found.length) + sum(({ slots }) => slots.wanted.length)),
  };
}

const shown = ({ slot, from, to }: Slot): string => `${slot} ${from} ${to}`;

const TITLES =
  /^(?:mr|mrs|ms|miss|dr|chief|alhaji|alhaja|mama|madam|oga|engr|pastor|sister|brother|bro|aunty|the) /;
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('.', '')
    .replace(TITLES, '')
    .replace(/[’']s$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

const SAME: Readonly<Record<string, string>> = {
  undo_payment: 'record_payment',
  promise: 'note_promise',
};

/** Scores of the whole built-in understanding on new messages: their intent, and customer and goods of invoices. */
export function scoresOfProduct(wordings: readonly Wording[]) {
  const fresh = wordings
    .filter(({ open }) => open === '-')
    .map((wording) => ({ wording, understood: understand(wording.text, NO_MEMORY, FRIDAY) }));
  const invoices = fresh.filter(({ wording }) => wording.intent === 'create_invoice');
  const valuesOf = (wording: Wording, slot: string): string[] => markedIn(wording, slot).map(plain);
  const hasCustomer = ({ wording, understood }: (typeof fresh)[number]): boolean => {
    const wanted = valuesOf(wording, 'customer');
    return wanted.length === 0 || wanted.includes(plain(understood.draft?.customerName ?? ''));
  };
  const hasGoods = ({ wording, understood }: (typeof fresh)[number]): boolean => {
    const [wanted, items] = [valuesOf(wording, 'item'), understood.draft?.items ?? []];
    return (
      wanted.length === items.length &&
      wanted.every((name, at) => plain(items[at]?.description ?? '').includes(name))
    );
  };
  return {
    intents: scoreOf(
      fresh,
      ({ wording, understood }) => understood.intent === (SAME[wording.intent] ?? wording.intent),
    ),
    customers: scoreOf(invoices, hasCustomer),
    goods: scoreOf(invoices, hasGoods),
    both: scoreOf(invoices, (one) => hasCustomer(one) && hasGoods(one)),
    whole: scoreOf(invoices, (one) => hasCustomer(one) && hasGoods(one) && hasFigures(one)),
    offered: scoreOf(invoices, ({ understood }) => understood.asks === 'choice'),
    wrongUnasked: scoreOf(invoices, hasWrongSumUnasked),
  };
}

const itemsMarked = (wording: Wording): Draft['items'] => toldContents(wording).contents.items;

type Understood = { wording: Wording; understood: Understanding };

function hasWrongSumUnasked({ wording, understood: { draft, asks } }: Understood): boolean {
  if (asks !== null || !draft) return false;
  return !(Math.abs(sumOf(itemsMarked(wording)) - sumOf(draft.items)) < 0.01);
}

function hasFigures({ wording, understood: { draft } }: Understood): boolean {
  const figures = (items: Draft['items'] | null | undefined) =>
    items?.map(({ quantity, rate }) => `${quantity ?? 1} × ${rate}`).join();
  return draft !== null && figures(itemsMarked(wording)) === figures(draft.items);
}

function report(wordings: readonly Wording[]): string {
  const { read, intents, slots } = scoresOfReading(wordings);
  const product = scoresOfProduct(wordings);
  const replies = scoreOfReplies(wordings);
  const byVoice = [...Map.groupBy(read, ({ wording }) => wording.voice)].map(
    ([voice, all]) => `  ${voice}: ${share(scoreOf(all, ({ isRight }) => isRight))}`,
  );
  const sure = [0.5, 0.7, 0.9].map((least) => {
    const believed = read.filter(({ confidence }) => confidence >= least);
    return `  ${least}: ${share(scoreOf(believed, ({ isRight }) => isRight))}`;
  });
  return [
    `trained reading: intents ${share(intents)}, slots F1 ${(100 * slots).toFixed(1)} %`,
    'by voice:',
    ...byVoice,
    'at least so sure:',
    ...sure,
    `as answered, nothing open: intents ${share(product.intents)}; of invoices customer ${share(product.customers)}, goods ${share(product.goods)}, both ${share(product.both)}, quantities and prices too ${share(product.whole)}`,
    `  two readings offered: ${share(product.offered)}; a sum that is wrong and not asked about: ${share(product.wrongUnasked)}`,
    `as answered, an invoice open: intents ${share(replies.intents)}, whole change ${share(replies.whole)}`,
  ].join('\n');
}

/** Trained without a voice, tried on it. */
function leaveOneOut(wordings: readonly Wording[]): void {
  for (const [voice, left] of Map.groupBy(wordings, (one) => one.voice)) {
    const model = unpacked(packed(wordings.filter((one) => one.voice !== voice)));
    const { intents, slots } = scoresOfReading(left, model);
    process.stdout.write(
      `without ${voice}, by the perceptron alone: intents ${share(intents)}, slots F1 ${(100 * slots).toFixed(1)} %\n`,
    );
  }
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  const files = args.filter((word) => !word.startsWith('--'));
  for (const file of files.length > 0 ? files : HELD_OUT)
    process.stdout.write(`${basename(file)}\n${report(readWordings(file))}\n\n`);
  if (args.includes('--leave-one-out')) leaveOneOut(allWordings());
}
