import { isDeepStrictEqual } from 'node:util';
import { confirmation, emptyUnderstanding, repeatQuestion } from './build-understanding.ts';
import { intentOf, MOST_SPOKEN_WORDS, readingsOf } from './intents/detect-intent.ts';
import type { Intent, ParseContext, Understanding } from './types.ts';
import { openOf } from './understanding/features.ts';
import { readSlots, type Reading } from './understanding/model.ts';

/** Sure enough to be believed where the rules read nothing. */
const SURE = 0.5;

const UNKNOWN: ReadonlySet<string> = new Set(['ambiguous', 'off_topic']);
/** Answers to the card, and refusals: one that nobody asked for is a wall. */
const NOT_BESIDE: ReadonlySet<string> = new Set([
  'cancel',
  'confirm',
  'edit_draft',
  'help',
  'prompt_injection',
  'withdraw',
  'change_bank_details',
]);

/** The likeliest reading beside a card, where the rules make nothing of a message, or a change that it surely is not. */
function likeliestOf(
  { memory: { pending }, utterance }: ParseContext,
  byRules: Understanding,
): Reading | null {
  const isUnknown = UNKNOWN.has(byRules.intent);
  if (!pending || utterance.words.length > MOST_SPOKEN_WORDS) return null;
  if (!isUnknown && byRules.intent !== 'edit_draft') return null;
  const [likeliest] = readingsOf(utterance, openOf(pending));
  return likeliest && likeliest.confidence >= (isUnknown ? SURE : VERY_SURE) ? likeliest : null;
}

/** Another request while a card is open. */
export function intentBeside(context: ParseContext, byRules: Understanding): Intent | null {
  const { pending } = context.memory;
  const isChange = byRules.intent === 'edit_draft' && !isDeepStrictEqual(byRules.draft, pending?.draft);
  const { intent } = (UNKNOWN.has(byRules.intent) || isChange ? likeliestOf(context, byRules) : null) ?? {};
  if (!intent || NOT_BESIDE.has(intent)) return null;
  // The quote that is open is sent from its own page.
  return intent === 'change_quote' && pending?.action === 'create_quote' ? null : intentOf(intent);
}

/**
 * A reply to an open card that the rules make nothing of, by what was learned from examples; or one that surely drops it. A yes needs to
 * be very sure, because it acts, and names nothing: a value in it would be a change.
 */
export function trainedReply(context: ParseContext, byRules: Understanding): Understanding | null {
  const { memory, utterance } = context;
  const { pending } = memory;
  const { intent, confidence = 0 } = likeliestOf(context, byRules) ?? {};
  if (!pending) return null;
  // "She returned everything, drop it" takes no line off.
  if (intent === 'cancel') return emptyUnderstanding(context, 'cancel');
  if (!UNKNOWN.has(byRules.intent)) return null;
  if (intent === 'edit_draft')
    return pending.asks === null || pending.payment
      ? emptyUnderstanding(context, 'ambiguous')
      : repeatQuestion(context, pending);
  if (intent !== 'confirm' || pending.asks !== null) return null;
  const isPlainYes =
    confidence >= VERY_SURE &&
    !utterance.isQuestion &&
    !/\d/.test(utterance.text) &&
    utterance.words.length >= FEWEST_OF_A_YES &&
    readSlots(utterance.words, 'edit_draft').length === 0;
  // A likely yes is asked for in plain words.
  return isPlainYes ? confirmation(context, pending) : emptyUnderstanding(context, 'ambiguous');
}
const VERY_SURE = 0.95;
/** Shorter ones are all known to the rules: "please correct" is none. */
const FEWEST_OF_A_YES = 4;
