import type { Action } from '#contract/assistant.ts';
import { isOneTypo } from '../tokens/spelling.ts';
import { tokenize, type Word } from '../tokens/tokenize.ts';
import { hasOnly, type Utterance } from '../tokens/utterance.ts';
import type { Pending } from '../types.ts';
import { NO_WORDS, ORDINALS, POLITE_WORDS, set, VOCABULARY, YES_WORDS } from '../vocabulary/lexicon.ts';

const EMOJI_YES = /^(?:👍|✅|👌|💯|🙏|🆗|✔|👏|🤝|☑|🫡|💪|🟢|🙌)/u;
const EMOJI_NO = /^(?:👎|❌|🚫|✋|🛑|🙅|⛔|❎|✖|🤚)/u;
const PUNCTUATION = set(`, . ! ; : - – — ( ) " ' … 🙏 😊 😀 🎉 ♂ ♀ ♂️ ♀️ / ❤ ❤️ 😁 😄 🥰`);
const FILLERS = set(
  `it am this that the one ones invoice invoices bill draft customer client reminder reminders them him her dem they all now so is na be to do
  make you u can may should go ahead for me us with on as i we agree just then dey looks look looking everything everytin details detail
  he she e that's thats it's its let let's lets want wan will a an and my his their also both quickly immediately asap straight straightaway
  away by done ready happy satisfied proposal order through again of in at like how are was your right well very fine carry still too
  ok okay want sounds sound seems good get job work works thank thanks you're sure definitely certainly totally oga boss please
  ever already up out whole thing same way exactly really don set complete seen verified checked reviewed read there point
  only quote estimate proforma ne gode yi shi se ese`,
);
const STRONG = set(
  `yes yeah yep yup yh ye ya yas sure correct confirm confirmed confirming proceed approve approved perfect exactly absolutely sharp agreed accept
  accepted definitely certainly affirmative ok okay okey okk alright alrite oya fine right true good agree yessir k kk yess yesss go
  continue submit finalize finalise authorise authorize aye da ehen hmm-yes beni eeh eh bet aight ight yass kyau ee sharply roger noted yea yuh yaa finee fineee ehn iya gud beeni ngwa haka ngwanu`,
);
const PRAISE = set('nice cool great good fine wow thanks thank');
const VERBS: Record<Action, ReadonlySet<string>> = {
  create_invoice: set(
    'create make generate issue raise save do send produce prepare finish complete book post invoice bill run',
  ),
  create_quote: set(
    'create make generate issue raise save do send produce prepare finish complete book post quote run',
  ),
  create_plan: set(
    'create make start begin set setup save do run repeat prepare finish complete schedule arrange bill invoice',
  ),
  send_invoice: set('send share forward deliver release dispatch resend'),
  send_reminder: set('send remind chase nudge knock ping message share'),
  delete_invoice: set('delete remove comot erase trash discard void scrap commot bin cancel'),
  add_customer: set('add save create put register store keep make'),
  record_payment: set('record save put enter log post book note write mark'),
  note_claim: set('record save put enter log note keep'),
  note_promise: set('note record save put enter log keep write'),
  credit_note: set('credit issue create make give do record save'),
  write_off: set('write off record book do clear'),
  withholding: set('record note save put enter log book do'),
  customer_statement: set('send share forward email mail'),
  change_plan: set('pause resume skip end stop continue restart suspend hold do'),
  convert_quote: set('invoice convert turn change make create do bill'),
};
const CANCELS = set(
  `cancel stop leave forget drop scrap discard abort abandon later never mind nevermind nvm no nope nah nay not don't dont delete remove comot erase
  bin trash ignore hold skip need changed change worry again anymore longer rather quit exit end undo reject decline wrong
  away throw throway throwaway void disregard needed necessary longer about e concern me keep hmm uhm erm oh first wait there wan want like want's back off mistake dismiss nothing bother`,
);

/** Whether a message only confirms the proposal. */
export function isConfirmation(words: readonly Word[], pending: Pending | null): boolean {
  if (isWithheld(words) || namesPart(words, pending)) return false;
  const action = pending?.action ?? null;
  const channels: readonly string[] = pending?.filters?.channels ?? [];
  const ownWords = proposalWords(pending);
  const plainWords = withoutNoProblem(words).filter((word) => !PUNCTUATION.has(word));
  if (plainWords.length === 0 || plainWords.length > 14 || words.some(({ word }) => word === '?'))
    return false;
  const verbs = action ? VERBS[action] : new Set<string>();
  const known = plainWords.every(
    (word) =>
      isYes(word) ||
      verbs.has(word) ||
      channels.includes(word) ||
      ownWords.has(word) ||
      FILLERS.has(word) ||
      POLITE_WORDS.has(word),
  );
  if (!known || plainWords.some((word) => NO_WORDS.has(word) && !verbs.has(word))) return false;
  const affirming = plainWords.filter((word) => isYes(word) || verbs.has(word));
  // "Save customer Bola" is a task of its own while an invoice for Bola is open.
  const isOther = action !== 'add_customer' && plainWords.some((word) => /^(?:customer|client)$/.test(word));
  if (isOther && !plainWords.some((word) => isYes(word) || /^(?:invoice|bill)$/.test(word))) return false;
  const isStrongYes =
    plainWords.some((word) => STRONG.has(word) || EMOJI_YES.test(word) || verbs.has(word)) ||
    isAgreementPhrase(plainWords);
  const isThanks = plainWords.some((word) => word === 'thanks' || word === 'thank');
  if (
    isThanks &&
    plainWords.every(
      (word) =>
        PRAISE.has(word) ||
        FILLERS.has(word) ||
        POLITE_WORDS.has(word) ||
        /^(?:ok|okay|alright|you)$/.test(word),
    )
  )
    return false;
  if (action === 'delete_invoice' && plainWords.some((word) => /^(?:keep|leave)$/.test(word))) return false;
  return (
    isStrongYes &&
    (affirming.length > 0 || isAgreementPhrase(plainWords)) &&
    !(plainWords.length === 1 && PRAISE.has(plainWords[0] ?? '') && !STRONG.has(plainWords[0] ?? ''))
  );
}

// "Just do the table" of two lines.
function namesPart(words: readonly Word[], pending: Pending | null): boolean {
  const lines = (pending?.draft?.items ?? []).map(({ description }) => tokenize(description ?? ''));
  const told = new Set(words.map(({ word }) => word));
  const named = lines.filter((line) => line.some(({ word }) => told.has(word)));
  return (told.has('just') || told.has('only')) && named.length > 0 && named.length < lines.length;
}

// Questions, promises to check, and confirmations by somebody else are none.
function isWithheld(words: readonly Word[]): boolean {
  const text = ` ${words.map(({ word }) => word).join(' ')} `;
  return ASKS.test(text.replace(REPLY_LEAD, '')) || CHECKS_FIRST.test(text) || OF_ANOTHER.test(text);
}

const REPLY_LEAD = /^ (?:(?:and|but|so|then|ok|okay|please|abeg|oya|,) )*/;
const ASKS =
  /^(?:you sure|(?:are|do|have) (?:you|i|we|they)|(?:is|was) (?:it|that|this|he|she|everything)|(?:should|shall|must|can|may) (?:i|we)|(?:did|will|would) (?:you|i|we|it|they|he|she)) /;
const CHECKS_FIRST =
  /\b(?:let me|lemme|make i|i'll|i will|i go|i must|i have to|i need to|i want to|i wan|going to|gonna)(?: \S+){0,3} (?:confirm|approve|verify|agree|check)\b/;
const OF_ANOTHER =
  /\b(?:customers?|clients?|he|she|they|e|dem|oga|boss|madam)(?: (?:has|have|already|don|just|also|now))* (?:confirmed|approved|agreed|accepted|confirm|approve|agree|accept)\b/;

// "create the door lock invoice" names what is proposed.
function proposalWords(pending: Pending | null): ReadonlySet<string> {
  const { draft, customer, filters } = pending ?? {};
  const names = [
    draft?.customerName,
    customer?.name,
    filters?.customerName,
    ...(draft?.items ?? []).map(({ description }) => description),
    ...(filters?.invoiceNumbers ?? []),
  ];
  return new Set(names.flatMap((text) => tokenize(text ?? '').flatMap(({ word }) => [word, `${word}'s`])));
}

const isYes = (word: string): boolean => YES_WORDS.has(word) || STRONG.has(word) || EMOJI_YES.test(word);

function isAgreementPhrase(plainWords: readonly string[]): boolean {
  const text = plainWords.join(' ');
  return URGES.test(text) || PRAISES.test(text);
}

const URGES =
  /\b(?:go ahead|do (?:it|am|so|that)|na so|carry (?:go|on)|let's (?:go|do it)|make am|why not)\b/;
const PRAISES =
  /\b(?:that's (?:it|right|correct|fine|ok)|looks? (?:good|fine|ok|okay|correct|right|perfect)|sounds good|all good)\b/;

// "no wahala" and "no problem" are no "no".
function withoutNoProblem(words: readonly Word[]): string[] {
  const result: string[] = [];
  const plainWords = normalizeReply(words);
  for (let at = 0; at < plainWords.length; at++) {
    const isNoProblem =
      plainWords[at] === 'no' &&
      /^(?:wahala|problem|problems|issue|issues|yawa|shaking|stress|qualms)$/.test(plainWords[at + 1] ?? '');
    if (isNoProblem) {
      result.push('ok');
      at++;
    } else result.push(plainWords[at] ?? '');
  }
  return result;
}

/** Whether a message only withdraws the proposal. */
export function isCancellation(words: readonly Word[], pending: Pending | null): boolean {
  const plainWords = withoutNoProblem(words).filter((word) => !PUNCTUATION.has(word));
  if (plainWords.length === 0 || plainWords.length > 16) return false;
  const text = ` ${plainWords.join(' ')} `;
  const verbs = pending ? VERBS[pending.action] : new Set<string>();
  const known = plainWords.every(
    (word) =>
      CANCELS.has(word) ||
      NO_WORDS.has(word) ||
      FILLERS.has(word) ||
      POLITE_WORDS.has(word) ||
      verbs.has(word) ||
      YES_WORDS.has(word) ||
      EMOJI_NO.test(word) ||
      /^(?:sorry|actually|wait|nevermind|yet|ooh|ah|mind|i'm|i've|have|no-no|dat|until|moment|sec|not-now|today|first|start|over|don|am|matter|case|idea)$/.test(
        word,
      ),
  );
  if (!known) return false;
  if (
    pending?.action === 'delete_invoice' &&
    !negates(text) &&
    (/\b(?:delete|remove|comot|erase|trash)\b/.test(text) ||
      (DROPS.test(text) && plainWords.some(isStrongWord)))
  )
    return false;
  if (pending === null && /\b(?:delete|remove|comot|erase|trash|discard|void|bin|scrap)\b/.test(text))
    return false;
  return (
    (DROPS.test(text) && pending?.action !== 'delete_invoice') ||
    negates(text) ||
    ENDINGS.some((pattern) => pattern.test(text)) ||
    plainWords.some((word) => EMOJI_NO.test(word))
  );
}

const DROPS = /\b(?:bin|void|trash|scrap|discard|throw|throway|throwaway|cancel)\b/;
const isStrongWord = (word: string): boolean => STRONG.has(word);

const NEGATIONS = [
  /\bno (?:send|create|make|do|save|add|delete|remind|remove|go|put|share)\b/,
  /(?:^ | (?:abeg|please|oh|ah|sorry|wait|actually|yes|ok|okay|oya) )(?:no|nope|nah|nay|not|don't|dont|never|no-no)\b/,
  /\b(?:don't|dont|not (?:now|yet|again|today|anymore|interested)|no need|never mind|nevermind|nvm|i (?:no|don't|dont) (?:want|wan|need))\b/,
];
const negates = (text: string): boolean => NEGATIONS.some((pattern) => pattern.test(text));
const ENDINGS = [
  /\b(?:cancel|stop|forget|scrap|discard|abort|abandon|later|dismiss|reject|decline|nothing|undo)\b| leave $/,
  /\b(?:leave (?:it|am|that|this|the|everything|dat)|delete (?:it|am|this|that|the|everything)|(?:drop|skip) (?:it|am|that|this))\b/,
  /\b(?:remove (?:it|am|this|that|the draft|the invoice)|keep (?:it|am|the invoice)|comot (?:it|am|that)|ignore (?:it|that|this))\b/,
  /\b(?:changed my mind|change (?:of|my) mind|throw (?:it )?away|hold it|start over)\b/,
];

const WITHOUT_EMAIL = set(
  `please abeg oya sorry ok okay she he they e i customer client just so , but have has had get gets got a an any the
  to it for now yet her his their am this that and save add with him one na dey is or address without no not none
  skip email mail e-mail don't dont doesn't doesnt know using use nothing never phone only give given gave me leave
  blank empty later proceed continue there number o sha . !`,
);

/** Whether the question about a customer's e-mail is answered with there being none. */
export function saysNoEmail(text: string): boolean {
  return (
    hasOnly(text, WITHOUT_EMAIL) &&
    /\b(?:no|none|skip|without|don't|dont|doesn't|doesnt|not|never|nothing|blank|empty)\b/.test(text) &&
    /\b(?:email|mail|e-mail|none|skip|without|know|have|get|address|blank|empty|nothing)\b/.test(text)
  );
}

type Replacements = readonly (readonly [RegExp, string])[];

const IT = '(?:it|am|this|that|dat|them|everything|the (?:invoice|draft|proposal|bill|thing|matter))';

/** Ways to decline without the word "cancel"; checked before agreement, whose words they share. */
const DECLINING: Replacements = [
  // "Leave it like that and save" agrees.
  [
    / leave (?:it|am|that|them|everything) (?:like (?:that|dat|so)|as (?:it|e|they) (?:is|be|dey|are)|so|the way (?:it|e) (?:is|be|dey)) /g,
    ' yes ',
  ],
  [
    / (?:do not|don't|dont|let's not|lets not|let us not|no) (?:proceed|continue|go (?:ahead|on)) /g,
    ' cancel ',
  ],
  [/ let's not | lets not | let us not /g, ' cancel '],
  [new RegExp(` let ${IT} (?:go|be|drop|slide|pass|die) (?!ahead|out|through|to |on )`, 'g'), ' cancel '],
  [new RegExp(` (?:withdraw(?! everything)|kill|park|shelve|reverse|retract|undo) ${IT} `, 'g'), ' cancel '],
  [new RegExp(` (?:forget|disregard|ignore|drop|leave) (?:about )?(?:${IT} )?`, 'g'), ' cancel '],
  [/ (?:hold|back) off /g, ' cancel '],
  [/ (?:on )?(?:a )?second thoughts? /g, ' actually '],
  [/ (?:i|we) take (?:it|that|am|this) back | i'll pass | i pass | pass on (?:it|that|this) /g, ' cancel '],
  [/ (?:i|we) (?:won't|wont|will not|don't|dont|no) (?:be )?(?:needing|need|require|want) /g, ' cancel '],
  [/ (?:not|no longer) (?:necessary|needed|required|interested) /g, ' cancel '],
  [/ (?:e )?no concern (?:me|us) /g, ' cancel '],
];

const THAT_IS =
  "(?:(?:exactly|precisely|just|totally|really) )?(?:that is|that's|thats|this is|it is|it's|na)";
const WHAT_I = '(?:(?:exactly|precisely|just|really) )?(?:what|wetin|how|the way) (?:i|we)';
const WANTED = '(?:wanted|want|wan|meant|mean|asked|ask|said|say|need|needed|like|had in mind)';
const HAPPY = '(?:happy|satisfied|okay|ok|fine|good|cool|sure|pleased|comfortable|alright|in support)';
const AGREEING: Replacements = [
  // Hausa for "do it".
  [/ yi shi(?= )/g, ' yes '],
  // "O da" is Yoruba for "it is good"; "da" alone is read as "the".
  [/^ o the (?=,|\.|$|and |send |save |create |do )/g, ' yes '],
  // "I'm good" declines as often as it agrees; "correct it" requests an unspecified change.
  [
    / (?:i'm|im|i am|we're|we are) (?:good|fine|cool|okay|ok|alright)(?= thanks| thank| please|$| [.,]|\s*$)/g,
    ' unclear ',
  ],
  [/ correct (?:it|am|this|that|the) | (?:please|kindly) correct $| make (?:it|am) correct /g, ' unclear '],
  [new RegExp(` ${THAT_IS} ${WHAT_I} (?:(?:really|actually) )?${WANTED}(?: it| am| for)? `, 'g'), ' yes '],
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
    new RegExp(
      ` (?:i'm|im|i am|i dey|we're|we are) (?:very |quite |totally |perfectly )?${HAPPY}(?: with| about)?(?: it| that| this| am| everything)? `,
      'g',
    ),
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
function normalizeReply(words: readonly Word[]): string[] {
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

/** Whether a message says what is not to be done, and nothing else: "don't delete invoice 4", "abeg no send am again". */
export const isForbidden = ({ text, clauses }: Utterance): boolean =>
  clauses.length === 1 && FORBIDS.some((pattern) => pattern.test(text.replace(ORDER_LEAD, '')));

const ORDER_LEAD = /^ (?:(?:please|abeg|biko|oya|so|ok|okay|o|you|i|we|make) )*/;
const FORBIDS = [
  /^(?:don't|dont|do not|never|no) (?:(?:want|wan|need|to|go|just|even|ever) )*(?:bill|give|send|resend|forward|share|remind|chase|disturb|delete|remove|comot|void|create|raise|record|mark|save|write) /,
  /^(?:don't|dont|do not) (?:make|bill|invoice|charge) /,
  /^stop (?:sending|reminding|chasing|disturbing) /,
];
