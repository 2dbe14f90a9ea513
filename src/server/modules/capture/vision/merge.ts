import type { Extraction } from '#contract/assistant.ts';
import { joinWithAnd } from '#core/english.ts';
import { addsUp } from '../consensus.ts';
import { sameName } from '../parties/names.ts';
import { formatAmount } from '../warnings.ts';
import { asExtraction, type ModelExtraction } from './model-extraction.ts';

const UNSURE = 0.6;
const MODEL_ONLY_CONFIDENCE = 0.55;
const AGREED_CONFIDENCE = 0.97;
const DISAGREEMENT_PENALTY = 0.25;

const cents = (value: number | null) => Math.round((value ?? 0) * 100);
const confidenceOf = ({ confidence }: Extraction, field: string) => confidence[field] ?? 1;

/**
 * Merges our own reading with the model's. Where ours is empty or unsure and the model's figures add up, the
 * model's is used; where both differ, ours stays with less confidence and a warning. `isOurs` keeps us from
 * billing ourselves.
 */
export function mergeExtractions(
  own: Extraction | null,
  modelReading: ModelExtraction | null,
  isOurs: (text: string) => boolean,
): Extraction | null {
  if (!modelReading?.isInvoice) return own;
  const checkedReading = {
    ...modelReading,
    customerName:
      modelReading.customerName && !isOurs(modelReading.customerName) ? modelReading.customerName : null,
  };
  const empty = { ...asExtraction(checkedReading), ...emptyFields };
  return mergeSums(mergeTexts(own ?? empty, checkedReading), checkedReading);
}

const textFields = [
  'customerName',
  'vendorName',
  'invoiceNumber',
  'date',
  'dueDate',
  'currency',
  'customerEmail',
  'customerPhone',
] as const;
const fieldTitles: Partial<Record<(typeof textFields)[number], string>> = {
  customerName: 'the customer',
  date: 'the date',
  dueDate: 'the due date',
  currency: 'the currency',
};
const emptyFields = {
  ...(Object.fromEntries(textFields.map((field) => [field, null])) as Pick<
    Extraction,
    (typeof textFields)[number]
  >),
  items: [],
  subtotal: null,
  discount: null,
  tax: null,
  total: null,
  withholding: null,
  amountPaid: null,
};

function mergeTexts(own: Extraction, modelReading: ModelExtraction): Extraction {
  const confidence = { ...own.confidence };
  const adopted: Partial<Extraction> = {};
  const differing: string[] = [];
  for (const field of textFields) {
    const [mine, other] = [own[field], modelReading[field]];
    if (other === null) continue;
    if (mine !== null && isSameText(mine, other)) {
      confidence[field] = Math.max(confidenceOf(own, field), AGREED_CONFIDENCE);
      continue;
    }
    const title = fieldTitles[field];
    if (mine !== null && title) differing.push(title);
    if (mine === null || confidenceOf(own, field) < UNSURE) {
      adopted[field] = other;
      confidence[field] = MODEL_ONLY_CONFIDENCE;
    } else confidence[field] = Math.max(0.1, confidenceOf(own, field) - DISAGREEMENT_PENALTY);
  }
  const warnings =
    differing.length > 0
      ? [...own.warnings, `Two readings of this paper differ about ${joinWithAnd(differing)}. Please check.`]
      : own.warnings;
  return { ...own, ...adopted, confidence, warnings };
}

const isSameText = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase() || sameName(one, other);

const money = ['subtotal', 'discount', 'tax', 'total', 'withholding', 'amountPaid'] as const;

function mergeSums(own: Extraction, modelReading: ModelExtraction): Extraction {
  if (modelReading.total === null) return mergeItems(own, modelReading);
  if (own.total !== null && cents(own.total) === cents(modelReading.total))
    return mergeItems(
      {
        ...own,
        confidence: { ...own.confidence, total: Math.max(confidenceOf(own, 'total'), AGREED_CONFIDENCE) },
      },
      modelReading,
    );
  const mayReplace = own.total === null || confidenceOf(own, 'total') < UNSURE;
  const warning = `A second reading saw ${formatAmount(modelReading.total, own.currency ?? modelReading.currency)} as the total. Please check it.`;
  if (mayReplace && isConsistent(modelReading)) {
    const sums = Object.fromEntries(money.map((field) => [field, modelReading[field]]));
    const total = isProved(modelReading) ? 0.8 : MODEL_ONLY_CONFIDENCE;
    const warnings = own.total === null ? own.warnings : [...own.warnings, warning];
    return { ...own, ...sums, items: modelReading.items, confidence: { ...own.confidence, total }, warnings };
  }
  if (own.total === null) return own;
  const total = Math.max(0.1, confidenceOf(own, 'total') - DISAGREEMENT_PENALTY);
  return { ...own, confidence: { ...own.confidence, total }, warnings: [...own.warnings, warning] };
}

/** The model's lines where ours are missing or do not add up, and the model's do. */
function mergeItems(own: Extraction, modelReading: ModelExtraction): Extraction {
  if (modelReading.items.length === 0 || (own.items.length > 0 && addsUp(own.items, own))) return own;
  return addsUp(modelReading.items, own) ? { ...own, items: modelReading.items } : own;
}

/** Whether nothing among the figures contradicts the total. */
function isConsistent(modelReading: ModelExtraction): boolean {
  const { subtotal, discount, tax, total, items } = modelReading;
  const computed = cents(subtotal) - Math.abs(cents(discount)) + cents(tax);
  const sumsClose =
    subtotal === null ||
    Math.abs(computed - cents(total)) <= 2 ||
    cents(subtotal) - Math.abs(cents(discount)) === cents(total);
  return sumsClose && (items.length === 0 || addsUp(items, modelReading)) && cents(total) > 0;
}

const isProved = ({ subtotal, items }: ModelExtraction) => subtotal !== null || items.length > 1;
