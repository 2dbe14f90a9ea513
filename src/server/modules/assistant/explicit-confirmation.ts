// Questions and postponements, although they contain a word of agreement.
const ASKS =
  /\?|^\W*(?:and |but |so |then )?(?:(?:is|was) (?:it|that|this|he|she|everything)|(?:did|will|would) (?:you|i|we|it|they|he|she)|(?:are|do|have) (?:you|i|we|they)|(?:should|shall|must) (?:i|we)|you sure|how|what|why|when|who)\b/i;
const PUTS_OFF =
  /\b(?:let me|lemme|make i|i(?:'|’)?ll|i will|i go|i must|i have to|i need to|i want to|going to|gonna)\b.*\b(?:confirm|check|approve|think|see|ask|verify|agree)\b/i;
// A confirmation by somebody else is not the owner's.
const OWN_YES =
  /^(?:(?:yes|yeah|yep|yup|ya|ok|okay|okey|sure|right|alright|good|great|fine|all|every|everything|it|is|its|it's|it’s|that|that's|that’s|this|i|i've|i’ve|i'm|i’m|am|have|has|been|fully|just|definitely|and|we|we've|please|seen|checked|reviewed|read|looked|noted|looks|perfect|correct|confirmed|approved|agreed|accepted)\b[\s,.!]*)*$/i;
const AGREED = /^(.*?)\b(?:confirmed|approved|agreed|accepted)\b/i;

/**
 * Whether a message understood as a yes is an explicit one: no question, no postponement, the owner's own.
 */
export function isExplicitConfirmation(message: string): boolean {
  if (ASKS.test(message) || PUTS_OFF.test(message)) return false;
  return OWN_YES.test(AGREED.exec(message)?.[1] ?? '');
}
