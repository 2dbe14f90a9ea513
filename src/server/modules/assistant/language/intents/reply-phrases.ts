import type { Word } from '../tokens/tokenize.ts';
import { ORDINALS, VOCABULARY } from '../vocabulary/lexicon.ts';

type Replacements = readonly (readonly [RegExp, string])[];

const IT = '(?:it|am|this|that|dat|them|everything|the (?:invoice|draft|proposal|bill|thing|matter))';

/** Ways to decline without the word "cancel"; checked before agreement, whose words they share. */
const DECLINING: Replacements = [
  [
    / (?:do not|don't|dont|let's not|lets not|let us not|no) (?:proceed|continue|go (?:ahead|on)) /g,
    ' cancel ',
  ],
  [/ let's not | lets not | let us not /g, ' cancel '],
  [new RegExp(` let ${IT} (?:go|be|drop|slide|pass|die) (?!ahead|out|through|to |on )`, 'g'), ' cancel '],
  [new RegExp(` (?:withdraw|kill|park|shelve|reverse|retract|undo) ${IT} `, 'g'), ' cancel '],
  [new RegExp(` (?:forget|disregard|ignore|drop|leave) (?:about )?(?:${IT} )?`, 'g'), ' cancel '],
  [/ (?:hold|back) off /g, ' cancel '],
  [/ (?:on )?(?:a )?second thoughts? /g, ' actually '],
  [/ (?:i|we) take (?:it|that|am|this) back | i'll pass | i pass | pass on (?:it|that|this) /g, ' cancel '],
  [/ (?:i|we) (?:won't|wont|will not|don't|dont|no) (?:be )?(?:needing|need|require|want) /g, ' cancel '],
  [/ (?:not|no longer) (?:necessary|needed|required|interested) /g, ' cancel '],
  [/ (?:e )?no concern (?:me|us) /g, ' cancel '],
];

const AGREEING: Replacements = [
  // "I'm good" declines as often as it agrees; "correct it" requests an unspecified change.
  [
    / (?:i'm|im|i am|we're|we are) (?:good|fine|cool|okay|ok|alright)(?= thanks| thank| please|$| [.,]|\s*$)/g,
    ' unclear ',
  ],
  [/ correct (?:it|am|this|that|the) | (?:please|kindly) correct $| make (?:it|am) correct /g, ' unclear '],
  [
    / (?:(?:exactly|precisely|just|totally|really) )?(?:that is|that's|thats|this is|it is|it's|na) (?:(?:exactly|precisely|just|really) )?(?:what|wetin|how|the way) (?:i|we) (?:(?:really|actually) )?(?:wanted|want|wan|meant|mean|asked|ask|said|say|need|needed|like|had in mind)(?: it| am| for)? /g,
    ' yes ',
  ],
  [
    / spot on | of course | by all means | green light | without (?:a )?doubt | for sure | be my guest /g,
    ' yes ',
  ],
  [/ (?:that |this |it )?(?:works|will work|will do|is enough) (?:for (?:me|us) )?/g, ' yes '],
  [/ (?:leave it )?(?:exactly |just )?as (?:it )?is | as e be | as it stands /g, ' yes '],
  [
    / (?:everything|all|it|e|all of it) (?:is|dey) (?:in order|intact|well|kampe|on point|good|gucci) /g,
    ' yes ',
  ],
  [
    / (?:i'm|im|i am|i dey|we're|we are) (?:very |quite |totally |perfectly )?(?:happy|satisfied|okay|ok|fine|good|cool|sure|pleased|comfortable|alright|in support)(?: with| about)?(?: it| that| this| am| everything)? /g,
    ' yes ',
  ],
  [/ 100 ?%? (?:correct |sure |yes |percent )?/g, ' yes '],
  [/ na (?:im|him|hin|so|that one)(?: e)? be(?: that| am)? /g, ' yes '],
  [/ (?:i|we) have (?=(?:approved|confirmed|agreed|accepted) )/g, ' '],
  [/ (?:very|so) much /g, ' '],
  [/ (?:lovely|excellent|brilliant|awesome|beautiful|fantastic|wonderful|superb|splendid) /g, ' great '],
];

const applyReplacements = (text: string, phrases: Replacements): string =>
  phrases.reduce((left, [pattern, plain]) => left.replace(pattern, plain), text);

/** Words of a short reply with idioms normalized: "that is what I want" is a yes, "let it go" is a no. */
export function normalizeReply(words: readonly Word[]): string[] {
  const text = ` ${words.map(({ word }) => word).join(' ')} `;
  if (words.length > 20) return text.trim().split(' ');
  return applyReplacements(applyReplacements(text, DECLINING), AGREEING).trim().split(/ +/).map(correctTypo);
}

const REPLIES =
  'ahead proceed confirm confirmed correct create approve approved cancel perfect continue generate alright forget discard please exactly'.split(
    ' ',
  );

// "go ahed", "proced", "corect": one letter lost, added, other or swapped.
function correctTypo(word: string): string {
  if (word.length < 4 || VOCABULARY.has(word) || ORDINALS.has(word)) return word;
  return REPLIES.find((reply) => reply[0] === word[0] && isOneTypo(word, reply)) ?? word;
}

function isOneTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [left, right] = [a.slice(from), b.slice(from)];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}
