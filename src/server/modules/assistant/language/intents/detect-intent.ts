import type { Utterance } from '../tokens/utterance.ts';
import type { Intent } from '../types.ts';
import { pastProviderRules } from './past-provider.ts';
import { isOfOneThere, type References } from './references.ts';
import { type Rule, textMatches } from './rule.ts';

const NOUN = '(?:invoices?|inv|bills?|receipts?|drafts?)';
const PEOPLE =
  '(?:customers?|clients?|buyers?|patrons?|payers?|spenders?|people|persons?|patronizers?|contacts?)';
const OWES =
  '(?:owe|owes|owing|owed|outstanding|unpaid|debts?|debtors?|receivables?|uncollected|unsettled|gbese)';
const VIEW_VERBS =
  /^(show|list|see|view|open|display|find|search|get|check|bring|pull|fetch|give|which|all|any|look|print|export|download|track|review|read|what|let)$/;

/** Intent of a message that is neither a new invoice nor declined; null where unknown. */
export function detectIntent(utterance: Utterance, refs: References): Intent | null {
  const heads = new Set(utterance.clauses.map(({ head }) => head).slice(0, MAX_HEADS));
  const text = utterance.text
    .slice(0, MAX_LENGTH)
    .replace(/\bhow many (?=naira|dollars?|usd|ngn|kobo|money)/g, 'how-much ');
  const truncated = { ...utterance, text };
  for (const [intent, matches] of RULES)
    for (const head of heads) if (matches(truncated, refs, head)) return intent;
  return null;
}

// A long message states its intent at its beginning.
const MAX_LENGTH = 800;
const MAX_HEADS = 20;

const HELP =
  /\bwhat(?: all| else| exactly| things| kind of things)?(?: (?:can|do|could|are|should|sort))+(?: of)?(?: things)? (?:you|u|this|it|i ask|i do)\b(?: \S+){0,3}(?: |$)|\bwetin (?:all )?(?:you|u|una|this) (?:fit|dey|sabi|can|go|be)\b|\b(?:wetin|what)(?: \S+){0,3} (?:i|we) (?:fit|can|could|take|dey) (?:use|ask|tell|do with) (?:you|u|this)\b|\bhow (?:do|does|can|to|should|i go|i fit|person go|would)(?: (?:i|this|it|we|you|person|one|the|app|thing|assistant|bot|service|platform|duewell|tool|chat))*(?: take)? (?:use|work|works|start|begin|create|make|send|add|delete|remind|get started|go about|set up|operate|invoice)\b|\b(?:what|wetin|which) (?:\S+ ){0,3}(?:can|could|may|should|must|do|fit) (?:i|we) (?:even |still )?(?:use|ask|tell|say|type|do with|achieve|do here)\b|\bin (?:what|which) ways?\b|\bhow (?:can|could|may|will) you be (?:of )?(?:help|assistance|use|useful|helpful)\b|\b(?:your|ur) (?:function|use|uses|purpose|role|job|duties|work)\b|\bwhat (?:am i|are we|is one) (?:supposed|meant|allowed|expected) to (?:type|say|ask|do|write)\b|\bwhat(?:'s| is|s) possible\b|\bwhich (?:kind )?work (?:you|una)\b|\bguide me\b|\bthings (?:that |wey )?(?:i|we) (?:can|fit|could) (?:do|ask|say|use)\b|\bhow (?:e|it|this|dis|you)(?: thing| app)? (?:dey|take|take dey) work\b|^ (?:please |abeg )?(?:help|menu|commands?|options|features|guide|instructions|tutorial)(?: (?:me|please|abeg|o|menu|out|list|needed))* [?!. ]*$|\b(?:who|what) are you\b|\bhow you (?:(?:dey|take|fit|go|sabi) )+(?:work|help|assist|do|operate)\b|\byour (?:capabilities|features|functions|abilities|skills)\b|\bable to (?:help|do|assist|handle)\b|\b(?:things|tasks|stuff|what) (?:that )?(?:you|u) (?:can|could|fit) (?:do|help|handle)\b|\bhow (?:can|could|will|do) (?:you|u) (?:help|assist)\b|\b(?:show|tell|teach) me (?:how|what) (?:to use|you can|you do|i can|you fit|it works|this works)\b|\bi (?:need|want) (?:some )?help$|\bwhat is (?:this|this app|duewell)\b(?! \S+)/;
const HOW_IT_GOES = /\bhow (?:e|it|things|everything) (?:dey|is|take|don|has|been|was)\b/;
const GREETING =
  /^ (?:(?:hi|hello|hey|hiya|yo|good|morning|afternoon|evening|day|greetings|how|are|you|far|now|na|una|well|done|sup|howdy|ekaro|sannu|kedu|bawo|ni|there|dear|assistant|duewell|o|oo|sir|ma|boss|thanks|thank|so|much|very|doing|today|bro|guy|my|friend|is|it|going|wetin|dey|happen|nice|great|job|xup|wassup|welcome|happy|new|week|god|bless|you're|awesome|,|\.|!|\?|👋|🙏|❤️|😊) )+$/;

// "am I making more than last month?", "is business better than in September?", "run the numbers for October".
const FARING =
  /\b(?:am i|are we|did (?:i|we)|do (?:i|we)|i dey|we dey|have (?:i|we))(?: \S+){0,2} (?:making|make|made|selling|sell|sold|earning|earn|earned|doing|do|done|growing|grow|grown|better|worse)\b|\b(?:business|market|shop|biz|hustle|trade|things)(?: \S+){0,2} (?:better|worse|up|down|growing|good|slow|picking|moving)\b|\b(?:the|my|our) (?:numbers|figures|books)\b|\b(?:was|were|is) \S+ (?:better|worse|higher|lower|slower|busier|stronger) than\b/;
const PROJECTS =
  /\b(?:project|projections?|projected|projecting|forecasts?|forecasting|predict|predictions?|predicted|estimates?|estimated|anticipate|anticipated|foresee|outlook|outlooks|run[ -]?rate|at (?:this|the current|my current|our current) (?:pace|rate|speed)|extrapolate|trajectory|guess|guesstimate|on (?:track|course) (?:to|for)|(?:future|expected|likely|coming) (?:sales|income|revenue|earnings|takings|turnover)|heading)\b/;
const FUTURE_SALES =
  /\b(?:will|would|go|gonna|going to|likely|likely to|expected?|expecting|should|might|may|fit)(?: \S+){0,6} (?:make|made|making|sell|selling|earning|sold|earned|collected|turned over|turn over|pull|rake|gross|grossed|realise|realize|takings|earn|sales|revenue|income|look like|be like|collect|receive|bring in|enter|reach|cash ?flow|business be|gain|expect|turnover|grow)\b/;
const SALES_FUTURE =
  /\b(?:sales|revenue|income|business|earnings|turnover|i|we)(?: \S+){0,5} (?:will|go|gonna|going to|would|likely|should|expected|might|fit)(?: \S+){0,5} (?:look|be|make|reach|grow|sell|earn|collect|perform|do|enter|get)\b|\bif (?:things|business|sales|e|everything|it|we|i|market)(?: \S+){0,3} (?:continue|continues|keep|keeps|go on|remain|remains|carry on|dey go)\b/;
const AHEAD =
  /\b(?:next|coming|upcoming|end of|by|ahead|from now|in (?:the )?(?:\d+|two|three|four|five|six|nine|twelve|a)|after|future|expect|rest of|remaining|till|until|continue|continues|through|throughout|before (?:(?:the|this) )?(?:year|month|end|christmas|xmas|new year|january|december|easter)|ending|soon|tomorrow|look like|be like)\b/;

const WHAT_IF =
  /\bwhat (?:if|happens if|would happen if|happen if) (?:i|we|my)\b(?: \S+){0,8} (?:prices?|rates?|sell|sales|customers|clients|charge|cost|raise|increase|reduce|double|discount)\b/;
const TOP = new RegExp(
  `\\b(?:top|best|biggest|highest|major|most|loyal|leading|frequent|valuable|vip|number one|strongest|main|oga(?= (?:customer|client))|greatest|largest)(?: \\S+){0,4} ${PEOPLE}\\b|\\b(?:which|who|what|wetin)(?: \\S+){0,12} (?:the most|most|pass|pass all|highest|more than others|the highest|biggest|best|pass everybody|well well|frequently|often|regularly)\\b|\\brank(?:ing)?(?: \\S+){0,3} ${PEOPLE}\\b|\\b${PEOPLE} by (?:sales|revenue|spend|spending|amount|value|payment|payments|total)\\b|\\b${PEOPLE}(?: \\S+){0,4} (?:patroni[sz]e|spend|spends|spent|buy|buys|bought|pay|pays|paid)(?: \\S+){0,4} (?:most|pass|highest|more)\\b|\\bhighest[ -](?:paying|spending)\\b|\\btop \\S+$|\\bpatronage(?: \\S+){0,3} (?:highest|most|biggest|greatest|largest)\\b|\\bheavy hitters?\\b`,
);

const REMINDS =
  /\b(?:gentle|friendly|soft|small|payment|polite|quick|little|another) (?:nudge|ping|notice|poke|push)\b|\bdemand (?:notice|letter)\b|\bjog(?: \S+){1,4} memory\b|\bprompt(?: \S+){1,6} (?:pay|settle|clear|balance|owes?|owing|overdue|unpaid)\b|\b(?:let|make|shout|call|holler|buzz)(?: \S+){1,4} (?:know|say|sabi)(?: \S+){0,7} (?:overdue|unpaid|due|owe|owes|owing|outstanding|expired)\b|\bremind(?:ers?|ing)?\b(?! me\b)|\bfollow[ -]?up\b|\b(?:tell|ask|beg|ginger|gear|hala|holla|call|text|message|whatsapp|write|email|warn|let|make|push|notify|alert|inform)(?: \S+){1,6} (?:to pay|when (?:he|she|they|e|dem|im)(?: \S+){0,2} (?:pay|bring|send|settle|balance)|pay (?:me|up|us|my|his|her|their|now|o|the)|balance me|(?:for|about|of|on|abt) (?:my|the|his|her|their|hin|dem|our)(?: \S+){0,2} (?:money|payment|balance|debt|invoices?|outstanding|bill|overdue)|settle (?:me|up|his|her|their|the)|(?:he|she|they|e|im|dem) (?:owe|owes|dey owe|still owe)|make (?:e|she|he|dem|them|they|im) (?:pay|balance|settle|clear|drop|bring|send|release))\b|\bdunning\b|\bmake (?:e|she|he|dem|them|they) (?:drop|bring|send|release|pay|balance|settle) (?:me )?(?:my|the|our) (?:money|cash|balance|payment)\b/;

// "tell Emeka his invoice is overdue", "message everyone who has not paid".
const CHASES =
  /^(chase|nudge|knock|ping|disturb|pester|press|harass|worry|ginger|prompt|jog|poke|buzz|hound|hit)$/;
const TELLS = /^(tell|message|notify|text|inform|alert|warn|call|email|whatsapp|ask|write|dm)$/;
const OF_DEBT =
  /\b(?:overdue|unpaid|(?:hasn't|haven't|not|never|didn't|no) (?:yet )?(?:pay|paid)|owes?|owing|outstanding|late|past due|(?:is|are|don) due|older than)\b/;
const DELETES = new RegExp(
  `\\b(?:delete|remove|comot|throway|throwaway|wipe|erase|trash|discard|void|scrap|cancel|bin|clear|commot|expunge|nullify|invalidate|revoke|annul|do away with|take (?:off|out|away)|get rid of|throw away)(?: \\S+){0,6} (?:${NOUN}|inv-?\\d+|#\\d+)\\b|\\b${NOUN} \\S+ (?:should|make e|make you)(?: \\S+){0,2} (?:delete|deleted|comot|go)\\b`,
);

const TAKES_OFF = new RegExp(`\\btake (?:the )?(?:${NOUN}|inv-?\\d+)(?: \\S+){0,3} (?:off|out|away)\\b`);

const ADDS = new RegExp(
  `\\b(?:add|save|put|register|create|new|store|include|open|make|record|onboard|enter|insert|set up|input|keep|write|note|also|another|got|get|have)(?: \\S+){0,12} ${PEOPLE}\\b|\\b(?:is|as|be|na) (?:my|a|our|one|the)(?: new)? (?:customer|client|buyer)\\b|^ (?:customer|client|contact) [:-]? ?\\S+.{0,60}@`,
);

const LISTS_PEOPLE = new RegExp(
  `^ (?:(?:all|the|any|my|our|only|please|abeg) )*${PEOPLE} (?:with|named|called|whose|wey|that|who|starting|containing|from|like|in|having)\\b|\\b(?:show|list|see|view|display|find|search|get|check|bring|pull|who|which|how many|do i have|any|all|my|is|what|export|look)(?: \\S+){0,8} ${PEOPLE}\\b|^ (?:my |all |the |our )*${PEOPLE}(?: list| please| abeg| directory)* $`,
);

const OWED = new RegExp(
  `\\b(?:how[ -]much|total|totals|amount|sum|what|what's|who|whose|which ${PEOPLE}|wetin|do|does|did|is|are|still|list|show|see|people|everybody|everyone|all|my|balance|money|figure|calculate|how many ${PEOPLE})(?: \\S+){0,9} ${OWES}\\b|\\b${OWES}(?: \\S+){0,5} (?:total|how much|amount|altogether|in all|sum|balance)\\b|^ (?:\\S+ ){0,3}(?:outstanding|debtors?|receivables|debts?)(?: \\S+){0,3} $|\\bhow[ -]?much(?: \\S+){0,8} (?:outside|never (?:collect|receive|enter|pay|come)|not (?:yet )?(?:paid|collected|received|been paid)|yet to (?:collect|receive|pay|be paid)|haven't (?:collected|received|paid|been paid)|pending|left to collect|due|remaining|remain|remains|expecting|to collect|tied up|hanging|overdue|late|past due|with ${PEOPLE})\\b|\\b(?:how[ -]?much|money|cash)(?: \\S+){1,4} (?:hold|holding)\\b|\\bhow[ -]?much(?: \\S+){0,6} left (?:to|for)\\b|\\b(?:money|cash|amount)(?: \\S+){0,4} (?:outside|never collect|yet to collect|not collected|with ${PEOPLE})\\b|\\b(?:his|her|their|\\S+'s|\\S+s'|the) (?:outstanding |current |total |account )*(?:balance|debt|outstanding)\\b|\\bbalance (?:of|for) \\S+|\\b(?:overdue|unpaid|outstanding|late|pending) (?:amounts?|total|balances?|sum|money|payments?)\\b|\\bamounts? (?:due|overdue|outstanding)\\b|\\b(?:money|cash) (?:outside|for outside)\\b|\\b(?:money|cash|amount)(?: \\S+){0,4} (?:${PEOPLE}|customer|client) (?:hand|hands|side|end)\\b|\\b(?:how[ -]?much|sum|total|amount|value)(?: \\S+){0,8} (?:not (?:yet )?(?:been )?paid|never (?:been )?(?:pay|paid)|haven't (?:been )?paid|hasn't (?:been )?paid|yet to (?:be )?(?:pay|paid)|still open|unsettled|overdue|past due|late)\\b|\\b(?:should|supposed to|suppose to|am i|am i to|i dey) (?:be )?(?:collect|collecting|expect|expecting|receive|receiving)\\b`,
);

const SALES =
  /\b(?:sales?|revenue|income|turnover|earnings?|profits?|takings|inflow|cash ?flow|gross)\b|\bhow[ -]?much(?: \S+){0,4} (?:i|we|did|have|has|don|my business|the business|business|shop)(?: \S+){0,4} (?:make|made|sell|sold|sale|earn|earned|collect|collected|receive|received|get|gotten|got|take|cash|realize|realise|gain|gained|generate|generated|bring|do|gather|gathered)\b|\bhow[ -]?much(?: money| cash)?(?: \S+){0,3} (?:came|come|entered|enter|dropped|drop|land|landed)\b|\b(?:total|sum|amount|everything|money)(?: \S+){0,3} (?:paid|earned|collected|received) (?:by|from|in|since|this|last)\b|^ (?:earned|received|collected|made|takings|earnings) (?:from|in|since|this|last) |\bpaid (?:me|us) how[ -]?much\b|\bpay (?:me|us) how[ -]?much\b|\bhow[ -]?much (?:money )?(?:was|were|has been|have been) (?:paid|received|collected|made)\b|\b(?:how|hw|how's|hows)(?: (?:be|is|was|did|has|far|don|e|the|my|our|take|dey))* (?:market|business|shop|biz|hustle|sales|work)\b|\b(?:wetin|what)(?: \S+){0,3} (?:i|we)(?: \S+){0,3} (?:sell|sold|make|made|earn|earned|collect|collected|receive|received|gain)\b|\bhow[ -]?much (?:money )?(?:did|has|have|don) (?:\S+ ){1,4}(?:pay|paid|spend|spent|buy|bought|bring|brought)\b|\bhow (?:i|we) (?:(?:take|dey|don|go|do|been) )*(?:perform|do|fare|run|performed|doing)\b|\bwhat did (?:i|we) (?:sell|make|earn|collect|receive)\b|\b(?:what|wetin|anything)(?: (?:all|money|has|have|don|else))* (?:came|come|enter|entered|drop|dropped|land|landed)(?: in)?\b|\bhow (?:am i|are we|i dey|did i|did we|have i|have we|we dey)(?: \S+){0,2} (?:doing|perform|performed|performing|do|did|fare|faring|done)\b|\b(?:business|sales|financial|weekly|monthly|daily|yearly|annual|quarterly|income|revenue|money)(?: \S+){0,2} (?:reports?|summary|statement|analytics|analysis|performance|overview|breakdown|review|figures|numbers|update|stats|statistics)\b|^ (?:\S+ ){0,5}(?:reports?|summary|performance|analytics|statistics|stats|overview|statement)(?: \S+){0,8} $|\bcompare\b|\b(?:money|payments?|cash) (?:(?:that|i|we|has|have|don|wey|been|was|were) )*(?:received|came in|come in|entered|enter|collected|receive|collect|made)\b|\b(?:payments?|money)(?: \S+){0,3} (?:this|last|today|yesterday)\b|\bmake any (?:money|sale)|\bwho(?: all)?(?: has| have| don)? (?:paid|pay)(?: me)?\b.{0,30}\bhow much\b|\b(?:best|worst|slowest|busiest) (?:day|week|month|selling)\b|\btop(?:[ -]selling)? (?:items?|products?|services?)\b/;

const PEOPLE_LATE = new RegExp(
  `\\b${PEOPLE}\\b(?: \\S+){0,6} (?:overdue|late|pass(?:ed)? (?:their|the|dem|due|hin)|past due|defaulted)\\b|\\b(?:overdue|late|defaulting) ${PEOPLE}\\b|\\bwho(?: all)? (?:is|are|dey|has|have|don)(?: \\S+){0,3} (?:late|overdue|past|pass|defaulted|behind)\\b`,
);
const PERIOD =
  /\b(?:today|yesterday|(?:this|last|past|previous) (?:\S+ )?(?:day|week|month|quarter|year|days|weeks|months|weekend)|since|january|february|march|april|june|july|august|september|october|november|december|q[1-4]|20\d\d)\b/;
const HAS_NOUN = new RegExp(`\\b${NOUN}\\b`);
const MANY = /\b(?:invoices|bills|drafts|receipts)\b/;
const STATUS =
  /\b(?:overdue|unpaid|paid|pending|drafts?|outstanding|unsent|late|owing|due|sent|never pay|not paid|expired|unsettled|not settled|haven't paid|hasn't paid|don pass|past due)\b/;
const LATEST =
  /\b(?:last|latest|most recent|newest|recent|previous)(?: \S+){0,2} (?:invoice|bill|one|draft)\b/;
const WHAT_IS_OPEN =
  /\b(?:what|what's|whatever|all that|everything that|wetin)(?: (?:is|are|dey|still|remains?|has|have|been|that))* (?:unpaid|overdue|unsettled|open|not (?:yet )?(?:been )?(?:paid|settled))\b|\b(?:what|wetin)(?: \S+){0,2} never (?:pay|paid|settle)\b|\b(?:whether|if) (?!i |we )(?:\S+ ){1,4}(?:paid|pay|settled)\b/;
const OPEN_ONES =
  /^ (?:(?:please|abeg) )*(?:list|show|see|view|display|print)(?: \S+){0,4} (?:debtors|(?:people|customers|everybody|those) owing)\b|^ (?:(?:all|any|my|the|show|list|only|please|abeg) )*(?:unpaid|overdue|paid|unsettled|unsent) (?:for|from|of|by|since|in|this|last) |\b(?:which|those|the|all|any) ones?(?: \S+){0,3} (?:never|not|yet to|haven't|hasn't|didn't|paid|unpaid|overdue|pending|unsent)\b|\bones?(?: (?:that|which|are|is|still|wey|dey))* (?:open|unpaid|overdue|unsettled|unsent|pending|paid)\b|\b(?:unsettled|open|uncleared|unsent) ones?\b|\b(?:every|each)(?: single)? (?:invoice|bill) (?:for|from|of|to|i|we)\b/;
const BEST_TIME =
  /\b(?:which|what) (?:day|week|month|quarter|year)(?: \S+){0,4} (?:best|worst|highest|lowest|most|strongest|slowest)\b/;
const DUE_WHAT =
  /\b(?:anything|what|something|everything|whatever|who|which|wetin|all|those)(?: \S+){0,5} due\b|\bany(?:thing|one|body)?(?: \S+){0,3} (?:overdue|unpaid|late|due|pending)\b/;
const RAISED =
  /\b(?:everything|all|anything|what|wetin|things)(?: \S+){0,3} (?:i|we)(?: (?:have|don|has))? (?:billed|invoiced|charged|bill|invoice)\b/;
const WHO_PAID =
  /\b(?:who|which|wey|people|customers|clients|everybody|those|anybody|anyone)(?: \S+){0,5} (?:paid|pay|settled|settle|pays|cleared|not paid|never pay)\b|\b(?:has|have|did|is|don)(?: \S+){1,4} (?:paid|pay|settled)\b|^ \S+(?: \S+)? (?:don|has|have) (?:pay|paid|settle|settled)(?: \S+){0,3} \? $/;

// "I no understand": answered with help.
const LOST =
  /\bi (?:no|don't|dont|do not|didn't|can't|cannot|never|not) (?:dey |really |even )?(?:understand|get it|get you|get am|follow)\b|\bi(?:'m| am) (?:confused|lost|stuck)\b/;

const RULES: readonly Rule[] = [
  ['help', ({ text }) => HELP.test(text) && !/\bhow much\b/.test(text)],
  [
    'help',
    ({ text }) =>
      GREETING.test(text) && !/^ (?:(?:it|is|so|much|very|o|oo|week|new|,|\.|\?|!) )+$/.test(text),
  ],
  ...pastProviderRules(VIEW_VERBS, HAS_NOUN),
  [
    'send_reminder',
    ({ text, isQuestion }) =>
      REMINDS.test(text) && !(isQuestion && /\b(?:did|have) (?:i|you|we)\b/.test(text)),
  ],
  [
    'send_reminder',
    ({ text }, _, head) => CHASES.test(head) && !/\b(?:chase|knock|press|push) (?:off|down|me|\d)/.test(text),
  ],
  [
    'send_reminder',
    ({ text, isQuestion }, _, head) =>
      !isQuestion &&
      TELLS.test(head) &&
      OF_DEBT.test(text) &&
      !/ me /.test(text.replace(/\bowe(?:s|ing)? me\b/g, '')),
  ],
  [
    'delete_invoice',
    ({ text, clauses }, refs, head) =>
      TAKES_OFF.test(text) ||
      (!isOfOneThere({ text, clauses }) &&
        ((DELETES.test(text) &&
          !/^(show|list|which|how|what)$/.test(head) &&
          !/\b(?:customer|client|item)s?\b(?! ?'?s? (?:invoice|bill))/.test(text)) ||
          (DELETE_HEAD.test(head) &&
            POINTS.test(text) &&
            !/\b(?:customers?|clients?|items?|vat|tax|discount|delivery)\b/.test(text)) ||
          (DELETE_HEAD.test(head) && refs.numbers.length > 0 && !/\bcustomer\b/.test(text)))),
  ],
  [
    'sales_projection',
    ({ text }) => PROJECTS.test(text) && !/\bproject (?:manag|invoice|fee|for)/.test(text),
  ],
  [
    'sales_projection',
    ({ text, isQuestion }) =>
      (FUTURE_SALES.test(text) || SALES_FUTURE.test(text)) &&
      AHEAD.test(text) &&
      (isQuestion ||
        /\b(?:sales|revenue|income|show|tell|how-much|how much|if|calculate|wetin|compute|what)\b/.test(
          text,
        )) &&
      !/\b(?:owe|owing|collect from|pay)\b/.test(text),
  ],
  ['sales_projection', textMatches(WHAT_IF)],
  [
    'list_invoices',
    ({ text }, refs) =>
      refs.numbers.length === 0 &&
      (OPEN_ONES.test(text) || WHAT_IS_OPEN.test(text)) &&
      !/\bhow[ -]?much|total|sum|amount|balance\b/.test(text),
  ],
  ['sales_report', textMatches(BEST_TIME)],
  [
    'list_invoices',
    ({ text }) => /\b(?:unpaid|overdue|paid|pending|outstanding|sent|due|late) ones?\b/.test(text),
  ],
  [
    'outstanding_total',
    ({ text }) =>
      /\b(?:who|which|top|biggest|highest)(?: \S+){0,8} (?:debtors?|debts?|owe|owes|owing|owed)\b/.test(
        text,
      ) && !MANY.test(text),
  ],
  ['top_customers', ({ text }) => TOP.test(text) && !/\b(?:invoices?|items?|products?)\b/.test(text)],
  [
    'add_customer',
    ({ text, isQuestion }, refs, head) =>
      ADDS.test(text) &&
      !isQuestion &&
      refs.numbers.length === 0 &&
      ADD_HEAD.test(head) &&
      !new RegExp(`\\b(?:add|create|make|new)(?: \\S+){0,3} ${NOUN}\\b`).test(text),
  ],
  [
    'add_customer',
    ({ text, isQuestion }, _, head) =>
      !isQuestion &&
      /\b(?:is|as|be|na) (?:my|a|our|one)(?: new)? (?:customer|client|buyer)\b/.test(text) &&
      !/^(show|list|find)$/.test(head),
  ],
  [
    'add_customer',
    ({ text, isQuestion, words }, _, head) =>
      !isQuestion &&
      /^(add|save|register|store|put|new|customer|client|contact|create|onboard|keep|enter|note|record|take|set|include|input|open)$/.test(
        head,
      ) &&
      words.some(({ raw }) => /@.+\.|^(?:\+?234|0[789])[\d -]{8,}$/.test(raw)) &&
      !HAS_NOUN.test(text),
  ],
  [
    'send_invoice',
    ({ text, isQuestion }, refs, head) => (!isQuestion || ASKS_TO.test(text)) && asksToSend(text, refs, head),
  ],
  [
    'list_invoices',
    ({ text }, refs, head) =>
      MANY.test(text) &&
      refs.numbers.length === 0 &&
      !/\bhow[ -]?much\b|\b(?:total|sum|value|worth)\b(?! (?:above|over|more))/.test(text) &&
      (VIEW_VERBS.test(head) ||
        STATUS.test(text) ||
        /\b(?:how many|which|any|what|do i have|my|all|are there|list|from)\b/.test(text)) &&
      !/\b(?:sales|revenue|income) (?:report|summary)\b/.test(text),
  ],
  [
    'outstanding_total',
    ({ text }) =>
      OWED.test(text) &&
      !(
        /\b(?:invoices?|bills)\b/.test(text) && !/\bhow[ -]?much|total|sum|value|amount|balance\b/.test(text)
      ),
  ],
  [
    'list_invoices',
    ({ text, isQuestion }, refs, head) =>
      refs.numbers.length === 0 &&
      /\binvoices?\b/.test(text) &&
      !LATEST.test(text) &&
      (isQuestion || VIEW_VERBS.test(head)) &&
      PERIOD.test(text),
  ],
  [
    'list_invoices',
    ({ text, isQuestion }, _, head) => (isQuestion || VIEW_VERBS.test(head)) && PEOPLE_LATE.test(text),
  ],
  [
    'show_invoice',
    ({ text }, refs) =>
      refs.numbers.length > 0 || (LATEST.test(text) && !/\b(?:invoices|bills)\b/.test(text)),
  ],
  [
    'sales_report',
    ({ text }) =>
      SALES.test(text) &&
      !(
        HAS_NOUN.test(text) &&
        /^ (?:show|list|see|which)\b/.test(text) &&
        !/\b(?:sales|revenue|income|report)\b/.test(text)
      ),
  ],
  ['sales_report', ({ text }) => (HOW_IT_GOES.test(text) || FARING.test(text)) && PERIOD.test(text)],
  [
    'list_customers',
    ({ text }) =>
      /['’]s? (?:phone|number|email|contact|address|details)\b/.test(text) &&
      !/\b(?:change|update|edit|set)\b/.test(text),
  ],
  ['list_invoices', textMatches(RAISED)],
  [
    'list_invoices',
    ({ text, isQuestion }) => isQuestion && DUE_WHAT.test(text) && !/\bhow[ -]?much\b/.test(text),
  ],
  ['list_invoices', ({ text }) => WHO_PAID.test(text) && !/\bhow much\b/.test(text)],
  [
    'list_invoices',
    ({ text }, _, head) =>
      HAS_NOUN.test(text) &&
      (STATUS.test(text) || / (?:all|every|list|any|history) /.test(text)) &&
      !/['’]s? (?:\S+ )?(?:invoice|bill)\b/.test(text) &&
      (VIEW_VERBS.test(head) || STATUS.test(text)),
  ],
  [
    'show_invoice',
    ({ text, clauses }, _, head) =>
      /\b(?:invoice|bill|receipt)\b/.test(text) &&
      (VIEW_VERBS.test(head) ||
        isOfOneThere({ text, clauses }) ||
        /\bstatus\b|['’]s? (?:\S+ )?(?:invoice|bill)\b/.test(text)),
  ],
  [
    'list_invoices',
    ({ text }, _, head) =>
      MANY.test(text) ||
      (STATUS.test(text) &&
        (VIEW_VERBS.test(head) || /^ (?:\S+ ){0,3}\S+ $/.test(text)) &&
        /\b(?:overdue|unpaid|pending|paid|due|late)\b/.test(text)),
  ],
  ['help', textMatches(LOST)],
  ['list_customers', ({ text }, _, head) => LISTS_PEOPLE.test(text) && !DELETE_HEAD.test(head)],
  [
    'list_customers',
    textMatches(
      /\baddress book\b|\b(?:everybody|everyone|people|all) (?:that |wey |who )?(?:i|we) (?:dey )?(?:sell|sold|work|deal|trade|do business) (?:to|for|with)\b/,
    ),
  ],
];

const DELETE_HEAD =
  /^(expunge|nullify|invalidate|revoke|annul|throway|throwaway|delete|wipe|remove|comot|erase|trash|discard|void|scrap|cancel|bin|commot)$/;
const ADD_HEAD =
  /^(a|an|add|save|put|register|create|new|store|include|open|make|record|onboard|enter|insert|set|input|keep|write|note|another|customer|client|contact|i|got|get|have|we)$/;
const POINTS = /\b(?:it|am|that|this|them|dem|one|all|draft|everything|both)\b/;
const ASKS_TO = /^ (?:\S+ ){0,3}(?:can|could|would|will|may) (?:you|u|we|i) /;
const SENDS =
  /^(send|share|forward|email|whatsapp|mail|deliver|resend|dispatch|drop|text|give|push|shoot|re-send|submit|transmit|fire|release|circulate|pass|relay|route|hand|mail)$/;
// "carry invoice 6 go give the customer", "let her have invoice 7 by WhatsApp", "invoice 8 should be emailed to him".
const REACHES = new RegExp(
  `\\b(?:carry|take|bring|port)(?: \\S+){0,4} (?:${NOUN}|inv-?\\d+)(?: \\S+){0,3} (?:go|give|reach|meet|to)\\b|\\b(?:let|make|want|need)(?: \\S+){1,4} (?:have|get|receive|see|collect) (?:the |this |his |her |their )?(?:${NOUN}|inv-?\\d+)|\\b(?:${NOUN}|inv-?\\d+)(?: \\S+){0,5} (?:be |get |to be )(?:emailed|mailed|forwarded|dispatched|whatsapped|delivered|sent)\\b|\\b(?:have|get) (?:the |this )?(?:${NOUN}|inv-?\\d+)(?: \\S+){0,2} (?:emailed|mailed|forwarded|dispatched|whatsapped|delivered|sent)\\b`,
);

function asksToSend(text: string, refs: References, head: string): boolean {
  if (/\bget(?: \S+){0,4} (?:across|over|out) to\b/.test(text)) return true;
  if (
    REACHES.test(text) &&
    (head === 'let' || !VIEW_VERBS.test(head)) &&
    !/\b(?:was|were|has|had|been|did|which|all|when|who)\b/.test(text)
  )
    return true;
  if (!SENDS.test(head))
    return (
      /\b(?:send|share|forward|resend)(?: \S+){0,5} (?:invoices?|bill|inv-?\d+|#\d+)\b/.test(text) &&
      !/^(show|list|which|how|what|remind|delete|find|see)$/.test(head)
    );
  if (/^(give)$/.test(head))
    return refs.numbers.length > 0 && /\b(?:to|customer|client|him|her|whatsapp|email)\b/.test(text);
  return (
    refs.numbers.length > 0 ||
    new RegExp(`\\b${NOUN}\\b`).test(text) ||
    /\b(?:it|am|this|that|them|those|dem|one|all|both|everything)\b/.test(text)
  );
}
