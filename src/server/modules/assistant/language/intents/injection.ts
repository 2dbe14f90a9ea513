/**
 * Prompt injection: text that tries to change the rules, fake a confirmation or reach the data of others. It
 * has no power, as interpreting has no effects; it is detected to be answered as such.
 */

const oneOf = (words: string): string => `(?:${words.split(/\s+/).join('|')})`;

const IGNORE = '(?:ignore|disregard|forget|override|bypass|overlook|neglect|drop|abandon|erase)';
const ANY_OF_YOUR =
  oneOf(`all any every everything your the of previous prior above earlier my these those safety system
  other and old past what wey that dem they you were was been told teach taught don`);
const RULES = `(?:confirm step|${oneOf(`instructions? rules? prompts? guidelines? training restrictions? policies policy
  safeguards? programming confirmations? steps? filters? teach taught told tell`)})`;
const REVEAL =
  "(?:print|reveal|show|display|dump|output|leak|repeat|expose|tell me|give me|list|share|write|paste|what are|what is|what's)";
const ALL_OF_YOUR = oneOf('me us all of out the your you full whole exact and my');
const INSIDES = oneOf(
  'prompt prompts instructions? rules tools? functions source secrets? configuration config api keys? guidelines',
);
const YOU_ARE =
  "(?:you are|you're|your are|act|behave|respond|operate|consider yourself|you be|imagine you are|imagine you're|now be)";
const UNBOUND =
  '(?:dan|root|admin|administrator|superuser|super user|developer|sudo|unrestricted|jailbroken|free|hacker|evil|god|in (?:admin|developer|debug|god|test|maintenance) mode|another ai|different ai)';
const MAKERS =
  '(?:developers?|creators?|admins?|administrators?|engineers?|openai|anthropic|google|programmers?|headquarters|support team|duewell team|duewell|system owner|cto|ceo)';
const ORDERED =
  '(?:said|says|say|told|tell|instructed|approved|authori[sz]ed|wants you|want you|ordered|asked you|confirmed)';
const ROLE = '(?:engineer|developer|admin|administrator|creator|owner of|superuser|operator|auditor|ceo|cto)';
const DEMAND = '(?:order|command|instruct|authori[sz]e|demand|need you|want you|tell)';
const REACH = '(?:of|from|for|in|across|to|show|list|see|access|get|give me)';
const DATA =
  oneOf(`all the any every other another different me invoices? customers? records? data of for list sales from
  details? email emails numbers? someone somebody our your`);
const OTHERS = `(?:all|other|another|every|different)(?: (?:the|other|registered))? ${oneOf(
  "business businesses users? users' merchants? tenants? companies accounts owners shops vendors",
)}`;
const OF_OTHERS =
  "businesses on|users on|somebody else's|someone else's|another business's|another user's|another person's business|competitors?'?s?";

// Phrases no request for an invoice contains.
const PHRASES = [
  new RegExp(`\\b${IGNORE}(?: ${ANY_OF_YOUR}){0,9} ${RULES}\\b`),
  /\b(?:forget|ignore|disregard) (?:everything|all)(?: (?:wey|that|which|what))? (?:you|dem|they|i|we|above|before)\b/,
  /\bsystem (?:prompt|message|instructions?|override|command|update)s?\b|\b(?:initial|hidden|secret|internal|original|developer) (?:prompt|instructions?|rules|message|settings)\b/,
  new RegExp(`\\b${REVEAL}(?: ${ALL_OF_YOUR})* (?:your|ur)(?: \\S+){0,2} ${INSIDES}\\b`),
  new RegExp(`\\b${YOU_ARE}(?: now| like| as| an?| the| in| my| from)* ${UNBOUND}\\b`),
  /\b(?:admin|developer|god|debug|maintenance|root|sudo|dev|unrestricted|override|superuser|test|training|jailbreak)[ -]mode\b/,
  /\bjailbreak/,
  /\bno restrictions?\b/,
  /\bwithout (?:any )?restrictions?\b/,
  /\bdo anything now\b/,
  /\bpretend(?: (?:that|it|it's|say|like|as|if|is|you|i|are|am|we|to|be|have|already|not))+\b|\brole ?play\b/,
  /\b(?:confirm(?:ed|ation)?|approved?|yes|admin|authorized|confirm_all|auto_confirm) ?(?:=|:|==) ?(?:true|yes|1|all)\b|\bauto[ -]?confirm/,
  /\b(?:already|i have|i've|i don|have) (?:typed|said|say|given|clicked|pressed|answered|type|click) (?:yes|confirm|ok|approve|approved)\b/,
  /\b(?:treat|take|count|consider|assume)(?: \S+){1,4} (?:as|to be|is) (?:confirmed|approved|a yes|yes|a confirmation|my confirmation)\b/,
  /\bassume (?:i|that i|say i)(?: \S+){0,2} (?:confirm|confirmed|agree|agreed|said yes|approved)\b/,
  /\b(?:skip|bypass|disable|turn off|remove|stop|avoid|no need for|switch off|forget)(?: (?:the|all|any|every|your|my|asking|for|this|of))* (?:confirmations?|approvals?|verifications?)\b/,
  /\b(?:skip|bypass|disable|turn off|remove|stop|avoid|no need for|switch off|forget)(?: (?:the|all|any|every|your|my|asking|for|this|of))* (?:security|safety|pin checks?|the pin|limits|checks)\b/,
  /\bconfirm(?:s|ing)?(?: \S+){0,3} (?:automatically|by yourself|on your own|yourself|for me always)\b/,
  /\bwithout (?:pin|otp|any confirmation|confirmation|confirming|approval|verification|my pin|the pin|password)\b/,
  /\bnotes? (?:to|for)(?: the| an?)? (?:assistant|ai|bot|model|system|chatbot|llm|agent|duewell)\b/,
  /\b(?:dear|attention|hello|hey|hi) (?:ai|assistant|bot|chatbot|llm|language model)\b[ ,:]+(?:you must|please ignore|ignore|reduce|delete|send|transfer|mark|reveal)/,
  /["'“”[({] ?(?:ai assistant|assistant|ai|bot|system|duewell) ?[,:]/,
  /\b(?:new|updated|special|secret|urgent|important|override) instructions?\b|\binstructions? ?:/,
  new RegExp(`\\b(?:the |your |our |a |duewell |my )*${MAKERS}(?: \\S+){0,2} ${ORDERED}\\b`),
  new RegExp(`\\bas (?:the|an?|your) (?:\\S+ ){0,2}${ROLE}(?: \\S+){0,3} i ${DEMAND}\\b`),
  /\bi (?:order|command|hereby|authori[sz]e|instruct) you\b/,
  /\b(?:shop|business|store|company|person) (?:next door|opposite|across the (?:road|street))\b/,
  /\bi am (?:the |your |a |an )*(?:developer|creator|admin|administrator|engineer|programmer|owner of (?:duewell|this (?:app|platform|system))|super ?user|system administrator)\b/,
  new RegExp(`\\b${REACH}(?: ${DATA})* (?:${OTHERS}|${OF_OTHERS})\\b`),
  /\b(?:drop|truncate|alter) tables?\b|\bselect \* from\b|\bunion select\b|\bdelete from (?:invoices|users|customers|payments)\b|\bor 1 ?= ?1\b|\binsert into\b|; ?--/,
  /\b(?:decode|decrypt|deobfuscate|unscramble)\b(?: \S+){0,8} (?:do|follow|execute|obey|run|act|it says)\b|\bbase ?64\b(?: \S+){0,6} (?:do|follow|execute|says|obey)\b/,
  /\b(?:of|for|from|belonging to|by) (?:user|business|merchant|tenant|owner|vendor)(?: (?:id|no|number|#))? ?#?\d+\b/,
  /\b(?:delete|drop|wipe|destroy|format|corrupt)(?: (?:the|your|whole|entire|all))* (?:database|db|server|system|platform|tables?)\b/,
  /['’]s? (?:bvn|pin|password|otp|card (?:number|details))\b|\b(?:reveal|expose|leak|dump|show me the)(?: \S+){0,3} (?:tools|prompt|instructions|secrets?|config|configuration|source code)\b/,
  /^ (?:(?:please|now|ok) )*act (?:as|like) (?:an?|if|my)\b/,
  /\b(?:begin|start of|end of|end) (?:trusted|system|admin|secure|privileged|official)\b/,
  /\bpre-?approved\b/,
  /\b(?:rules?|restrictions?|limits?|checks|confirmations?) (?:are|is|have been|has been|don) (?:now )?(?:suspended|lifted|off|disabled|removed|cancelled|gone|comot)\b/,
  /\b(?:i am|i'm|am|this is|calling) from (?:the )?(?:support|duewell|bank|cbn|efcc|it department|head ?office|admin|customer (?:care|service)|security)\b/,
  /\b(?:shop|business|store|merchant|company|vendor) (?:with|whose) (?:account|id|number|email|owner)\b/,
  /\brepeat after me\b|\b(?:call|invoke|trigger|execute|use)(?: the| your| a)? (?:\S+ )?(?:tool|function|api|endpoint)s?\b|\btool[ _]?calls?\b|\bfunction[ _]?calls?\b/,
  /\bfrom now on(?: \S+){0,2} (?:you|skip|never ask|don't ask|always|every|no ask|stop asking|your)\b/,
  /\byou must (?:obey|comply|always|never ask)\b/,
  /\bobey me\b/,
  /\byour new (?:role|job|task|rules?|name|goal)\b/,
  /\b(?:dash|give|apply)(?: \S+){0,2} (?:every|all|everybody|everyone)(?: \S+){0,3} (?:100%|100 percent|free|zero)\b/,
  /\b(?:api|secret|private|access|encryption) keys?\b(?! \S+ \d)/,
  /\benv(?:ironment)? variables?\b/,
  /\b(?:database|db|admin|server|root) (?:password|credentials?|dump|schema|url)\b/,
  /\bsession (?:token|cookie)s?\b/,
  /\bprocess\.env\b/,
  /\b(?:set|reduce|make|change|increase|reset|add)(?: \S+){0,3} balance(?: \S+){0,2} (?:to|by|of) (?:zero|0|\S*\d)/,
];

const MARKUP = [
  /\[\[[^\]]{0,200}\]\]|\{\{[^}]{0,200}\}\}|<\|[a-z_]{2,20}\|>/i,
  /<\/?(?:system|user|assistant|instructions?|admin|tool|script|prompt|im_start|im_end|s|inst|function)\b[^>]{0,200}>/i,
  /\[\/?(?:system|inst|admin|instructions?)\]|###\s*(?:system|instructions?)/i,
  /^\s*(?:system|assistant|developer|admin)\s*[:>]|\n\s*(?:system|assistant|developer|human)\s*:/i,
  // Unicode tag characters are invisible.
  /[\u{E0000}-\u{E007F}]/u,
];

function firstPlace(text: string, patterns: readonly RegExp[]): number | null {
  const places = patterns.map((pattern) => text.search(pattern)).filter((at) => at !== -1);
  return places.length > 0 ? Math.min(...places) : null;
}

/** Where in the text an attempt begins, as a place in `text`; null where there is none. */
export const findInjection = (text: string): number | null => firstPlace(text, PHRASES);

/** Position of conversation markup forged in a message as typed; null where there is none. */
export const findForgedMarkup = (message: string): number | null => firstPlace(message, MARKUP);
