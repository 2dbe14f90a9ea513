/** Closed vocabulary of the grammar, which is also the target of spelling correction. */

const list = (text: string): string[] => text.split(/\s+/).filter(Boolean);
/** Words that stand between spaces in a text, to ask for one. */
export const set = (text: string): ReadonlySet<string> => new Set(list(text));

/** Numbers in words that stand alone or before another number. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...list(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ).map((word, value): [string, number] => [word, value]),
  ...list('twenty thirty forty fifty sixty seventy eighty ninety').map((word, at): [string, number] => [
    word,
    (at + 2) * 10,
  ]),
  ['fourty', 40],
]);

/** Words that multiply the number before them, a hundred only a small one. */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ...list('k thousand thousands grand tao').map((word): [string, number] => [word, 1000]),
  ...list('m mil million millions mill').map((word): [string, number] => [word, 1_000_000]),
  ...list('b bn billion').map((word): [string, number] => [word, 1_000_000_000]),
]);

/** Ordinals in words; "twenty first" is two words. */
export const ORDINALS: ReadonlyMap<string, number> = new Map(
  list(
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
  ).map((word, at) => [word, at + 1]),
);

/** Weekday by name, Monday 0. */
export const WEEKDAYS: ReadonlyMap<string, number> = new Map(
  [
    'monday mon',
    'tuesday tue tues',
    'wednesday wed weds',
    'thursday thu thur thurs',
    'friday fri',
    'saturday sat',
    'sunday sun',
  ].flatMap((names, at) => list(names).map((name): [string, number] => [name, at])),
);

/** Month by name, January 1. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'january jan',
    'february feb',
    'march mar',
    'april apr',
    'may',
    'june jun',
    'july jul',
    'august aug',
    'september sep sept',
    'october oct',
    'november nov',
    'december dec',
  ].flatMap((names, at) => list(names).map((name): [string, number] => [name, at + 1])),
);

/** Days that have a name, as `MM-DD`. */
export const HOLIDAYS: ReadonlyMap<string, string> = new Map([
  ['christmas', '12-25'],
  ['xmas', '12-25'],
  ['christmas day', '12-25'],
  ['christmas eve', '12-24'],
  ['xmas eve', '12-24'],
  ['boxing day', '12-26'],
  ['new year', '01-01'],
  ["new year's", '01-01'],
  ['new year day', '01-01'],
  ["new year's day", '01-01'],
  ['new years day', '01-01'],
  ['new year eve', '12-31'],
  ["new year's eve", '12-31'],
  ['new years eve', '12-31'],
  ['valentine', '02-14'],
  ["valentine's", '02-14'],
  ["valentine's day", '02-14'],
  ['valentine day', '02-14'],
  ['workers day', '05-01'],
  ["workers' day", '05-01'],
  ["children's day", '05-27'],
  ['democracy day', '06-12'],
  ['independence day', '10-01'],
]);

/** Days without a fixed date in the calendar. */
export const UNKNOWN_DAYS = set('sallah salah eid ramadan easter lent resumption salary wedding');

export const INVOICE_WORDS = set('invoice invoices bill bills receipt receipts');
const CUSTOMER_WORDS = set(
  'customer customers client clients buyer buyers contact contacts people person patron patrons',
);
export const MAKE_WORDS = set(
  'create make raise generate draft prepare issue do write run produce open start new cut give',
);
export const BILL_WORDS = set('invoice bill charge');
const SHOW_WORDS = set('show list see view open display find search get check bring pull which fetch');
export const SEND_WORDS = set('send share forward email whatsapp mail deliver resend dispatch');
const REMIND_WORDS = set('remind reminder reminders chase nudge knock ping disturb follow-up');
export const DELETE_WORDS = set('delete remove discard comot trash erase void bin scrap cancel');
export const ADD_WORDS = set('add save register put new create include');
const OWE_WORDS = set('owe owes owing owed outstanding unpaid debt debts debtor debtors unsettled');
export const POLITE_WORDS = set(
  'please abeg biko ejo jare jor sef o oo ooo oh sha na now nau oya kindly hey hi hello dear boss sir ma thanks thank nagode toh',
);
export const YES_WORDS = set(
  'yes yeah yea yep yup yh ye ok okay okey k sure correct confirm confirmed proceed approve approved perfect great fine good right exactly absolutely alright alrite sharp true agreed accept accepted nice cool perfectly',
);
export const NO_WORDS = set('no nope nah nay never cancel stop abort');

/** Short writing of text messages, and words of Hausa, Igbo and Yoruba for days and paying, each for one word. */
export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  list(
    `pls:please plz:please plss:please pl:please abg:abeg abt:about snd:send n:and r:are u:you ur:your urs:yours
    2moro:tomorrow 2mrw:tomorrow tmr:tomorrow tmrw:tomorrow tmw:tomorrow tomoro:tomorrow 2day:today 2dy:today tdy:today
    inv:invoice invs:invoices cust:customer custs:customers cus:customer acct:account acc:account amt:amount msg:message
    wk:week wks:weeks mth:month mths:months mnth:month mnths:months yr:year yrs:years nxt:next fr:for frm:from
    fro:for wit:with wt:with wiv:with evry:every evrybody:everybody evryone:everyone ppl:people pple:people yest:yesterday
    yday:yesterday ystday:yesterday rem:remind remindr:reminder qty:quantity disc:discount del:delete ovrdue:overdue
    whatapp:whatsapp watsapp:whatsapp whatsap:whatsapp wasap:whatsapp wats:what wat:what wht:what hw:how
    hm:how-much howmuch:how-much cld:could shld:should wld:would wud:would cud:could thru:through thx:thanks
    tanx:thanks dis:this dat:that dem:dem bcos:because bc:because
    e-mail:email payed:paid paied:paid fo:for laste:last unpayed:unpaid du:due mch:much moch:much vatt:vat
    les:less evn:even al:all ov:of d:the da:the de:the chng:change chnge:change mke:make mak:make mk:make thou:thousand chque:cheque chq:cheque
    gobe:tomorrow echi:tomorrow yau:today loni:today jiya:yesterday lana:yesterday biya:pay ga-akwu:pay akwuola:paid zata:will zai:will`,
  )
    .map((pair) => pair.split(':'))
    .map(([short = '', long = '']) => [short, long]),
);

/** Further grammar words that spelling is corrected towards. */
const OTHERS = list(`
  customer customers client clients invoice invoices reminder reminders remind report reports sales sale revenue income
  projection projections project forecast predict delete remove cancel withdraw withdrawal transfer tomorrow yesterday
  today tonight monday tuesday wednesday thursday friday saturday sunday january february april june july august
  september october november december week weeks weekly month months monthly quarter quarterly year years yearly days
  overdue unpaid pending outstanding paid payment payments confirm discount naira dollars please email whatsapp thousand
  million hundred each apiece total amount people owing share every everybody everyone create generate prepare raise
  charge draft drafts latest before after within between above below over under more than less next last this since
  from with without change update edit quantity price number phone address balance history statement summary
  performance income earned received collected customer's outstanding received settle settled deadline payable
  include including exclude projected should would could much about because received nothing whose which where what when
  show list open view send bill make delivery items item second third first account bank record mark christmas
  three seven eight eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty
  sixty seventy eighty ninety starting until altogether tax remaining exempt instead best biggest highest already
`);

/** Target words of spelling correction. */
export const VOCABULARY: ReadonlySet<string> = new Set([
  ...OTHERS,
  ...[INVOICE_WORDS, CUSTOMER_WORDS, MAKE_WORDS, BILL_WORDS, SHOW_WORDS, SEND_WORDS, REMIND_WORDS].flatMap(
    (s) => [...s],
  ),
  ...[DELETE_WORDS, ADD_WORDS, OWE_WORDS].flatMap((s) => [...s]),
  ...ORDINALS.keys(),
]);

/** Known words beside the vocabulary, never corrected. */
export const KNOWN: ReadonlySet<string> = new Set(
  [WEEKDAYS, MONTHS, NUMBER_WORDS, SCALES, HOLIDAYS, YES_WORDS, NO_WORDS, POLITE_WORDS, UNKNOWN_DAYS].flatMap(
    (words) => [...words.keys()],
  ),
);
