import { createRng } from '#server/demo/rng.ts';
import { type Choice, choicesOf, worthOf } from '#server/modules/assistant/language/drafts/choice.ts';
import { candidatesOf, invoiceReadings } from '#server/modules/assistant/language/drafts/contents.ts';
import type { Item } from '#server/modules/assistant/language/drafts/lines.ts';
import type { ChoiceWeights, Model } from '#server/modules/assistant/language/understanding/model.ts';
import { shuffle } from '../../training/softmax.ts';
import { toldContents } from './told-contents.ts';
import type { Wording } from './wordings.ts';

/** The reasons for each choice of a message, and whether it is right. */
type Example = { evidence: Choice['evidence']; isRight: boolean }[];

const plain = (text: string | null): string =>
  text
    ?.toLowerCase()
    .replace(/[’']s$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '') ?? '';
const plainItems = (items: readonly Item[]): string =>
  JSON.stringify(items.map(({ description, quantity, rate }) => [plain(description), quantity, rate]));

/** Choices of new invoices as a model reads them that was not trained on them: of what it knows it is too sure. */
export const examplesOf = (wordings: readonly Wording[], model: Model): Example[] =>
  wordings
    .filter(({ intent, open }) => intent === 'create_invoice' && open === '-')
    .map((wording) => exampleOf(wording, model))
    .filter((example) => example.some(({ isRight }) => isRight) && example.some(({ isRight }) => !isRight));

function exampleOf(wording: Wording, model: Model): Example {
  const { words, terms, contents: wanted } = toldContents(wording);
  const items = plainItems(wanted.items);
  const candidates = candidatesOf(words, terms, invoiceReadings(words, model));
  return choicesOf(words, terms.spans, candidates, model.prices).map(({ customer, lines, evidence }) => ({
    evidence,
    isRight: plain(customer.value) === plain(wanted.customerName) && plainItems(lines.value.items) === items,
  }));
}

const EPOCHS = 30;
const STEP = 0.3;
const DECAY = 1e-4;

/** Weights under which right choices are likely: log-linear, by AdaGrad. */
export function fitChoice(examples: readonly Example[]): ChoiceWeights {
  const { roll } = createRng(5);
  const all = [...examples];
  const weights: Record<string, number> = {};
  const squares: Record<string, number> = {};
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(all, roll);
    for (const example of all)
      for (const [name, value] of Object.entries(slopesOf(example, weights))) {
        const slope = value + DECAY * (weights[name] ?? 0);
        squares[name] = (squares[name] ?? 1) + slope ** 2;
        weights[name] = (weights[name] ?? 0) - (STEP * slope) / Math.sqrt(squares[name]);
      }
  }
  const unknown = Object.keys(weights).find((name) => !Number.isFinite(weights[name]));
  if (unknown) throw new Error(`The weight of "${unknown}" is no number: a reason of an example is none`);
  return Object.fromEntries(
    Object.entries(weights).map(([name, value]) => [name, Math.round(value * 100) / 100]),
  );
}

function slopesOf(example: Example, weights: ChoiceWeights): Record<string, number> {
  const worths = example.map((choice) => worthOf(choice, weights));
  const most = Math.max(...worths);
  const likely = worths.map((worth) => Math.exp(worth - most));
  const sum = likely.reduce((all, one) => all + one, 0);
  const right = example.reduce((all, { isRight }, at) => all + (isRight ? (likely[at] ?? 0) : 0), 0);
  const slopes: Record<string, number> = {};
  example.forEach(({ evidence, isRight }, at) => {
    const share = (likely[at] ?? 0) / sum - (isRight ? (likely[at] ?? 0) / right : 0);
    for (const [name, value] of Object.entries(evidence))
      if (value !== 0) slopes[name] = (slopes[name] ?? 0) + share * value;
  });
  return slopes;
}
