import { receiptLabels } from '#core/receipt/labels.ts';
import type { Locale } from './locale.ts';
import { savedCard } from './yo-cards.ts';

const { methods, labels, sentences } = receiptLabels.yo;
const alreadyPaid = 'Tí ẹ bá ti san án, ẹ ṣé; kò sí ohun tó kù láti ṣe.';

export const yo: Locale = {
  hello: 'Ẹ ǹlẹ́ {customer},',
  greetings: {
    morning: 'Ẹ káàárọ̀ {customer}',
    afternoon: 'Ẹ káàsán {customer}',
    evening: 'Ẹ káalẹ́ {customer}',
  },
  days: { one: 'ọjọ́ 1', other: 'ọjọ́ {count}' },
  when: {
    today: 'òní',
    tomorrow: 'ọ̀la',
    yesterday: 'àná',
    ahead: '{days} sí òní',
    ago: '{days} sẹ́yìn',
  },
  left: '{amount} (owó tó kù)',
  early: '{amount} ({net} bí ẹ bá san án di {date})',
  payHere: 'Ẹ san án níbí:',
  labels: {
    amount: 'Owó láti san',
    stillToPay: 'Owó tó kù láti san',
    due: 'Ọjọ́ ìsanwó',
    invoice: 'Ìwé owó',
    paid: 'Owó tí ẹ san',
    givenBack: 'Owó tí a dá padà',
    on: 'Ọjọ́',
    by: 'Ọ̀nà ìsanwó',
    reference: labels.reference,
  },
  methods,
  buttons: {
    viewAndPay: 'Ẹ wò ó kí ẹ sanwó',
    payTheRest: 'Ẹ san owó tó kù',
    viewReceipt: 'Ẹ wo rìsíìtì',
    viewInvoice: 'Ẹ wo ìwé owó',
    answerQuote: 'Ẹ wò ó kí ẹ dáhùn',
    viewQuote: 'Ẹ tún un wò',
  },
  orOpen: 'Tàbí kí ẹ ṣí àdírẹ́sì yìí:',
  attached: 'Ó wà pẹ̀lú ìfiránṣẹ́ yìí gẹ́gẹ́ bíi PDF.',
  footer: 'Duewell ló fi ìfiránṣẹ́ yìí ránṣẹ́ fún {business}.',
  unsubscribe: 'Ẹ má fi ìránnilétí ránṣẹ́ sí mi lórí ímeèlì mọ́',
  invoiceSent: {
    subject: 'Ìwé owó {number} láti ọ̀dọ̀ {business}',
    heading: 'Ìwé owó {number}',
    body: '{business} ti fi ìwé owó ránṣẹ́ sí yín.',
    bodyWithTitle: '{business} ti fi ìwé owó ránṣẹ́ sí yín fún {title}.',
  },
  invoiceRevised: {
    subject: 'A ti yí i padà: ìwé owó {number} láti ọ̀dọ̀ {business}',
    heading: 'A ti yí ìwé owó {number} padà',
    body: '{business} ti yí ìwé owó yìí padà. Èyí rọ́pò ìwé owó ti {replaced}. Ẹ jọ̀wọ́, ẹ lo èyí nìkan.',
  },
  quoteSent: {
    subject: '{kind} {number} láti ọ̀dọ̀ {business}',
    heading: '{kind} {number}',
    body: '{business} ti dá iye {amount} lé e fún yín. Ẹ lè gbà á títí di {until}.',
    changed: 'Èyí rọ́pò èyí tí wọ́n fi ránṣẹ́ tẹ́lẹ̀. Ẹ jọ̀wọ́, ẹ lo èyí nìkan.',
    answer: 'Ní ojú ìwé rẹ̀ ẹ lè gbà á, ẹ lè kọ̀ ọ́, tàbí kí ẹ bi ìbéèrè. Ẹ kò jẹ owó kankan kí ẹ tó gbà á.',
  },
  quoteCode: {
    subject: 'Kóòdù yín fún {kind} {number}',
    heading: 'Kóòdù yín',
    body: '{business} ń béèrè kóòdù kí ẹ tó gba {kind} {number}. Ẹ tẹ̀ ẹ́ sí ojú ìwé ìdíyelé náà. Ó ń ṣiṣẹ́ lẹ́ẹ̀kan, fún ìṣẹ́jú 15.',
    label: 'Kóòdù',
    keep: 'Ẹ má sọ ọ́ fún ẹnikẹ́ni: kì í ṣe àwa, kì í sì ṣe {business}. Bí kì í bá ṣe ẹ̀yin lẹ béèrè rẹ̀, ẹ má kà á sí.',
  },
  quoteAccepted: {
    subject: 'A ti gbà á: {kind} {number} láti ọ̀dọ̀ {business}',
    heading: 'Ẹ ti gba {number}',
    body: 'Ẹ ṣeun. {business} mọ̀ pé ẹ ti gba {kind} {number} tó jẹ́ {amount}.',
  },
  reminder: {
    before: {
      subject: 'Ìránnilétí: ìwé owó {number} láti ọ̀dọ̀ {business}',
      heading: 'Ó ku {days} kí ẹ san ìwé owó {number}',
      body: alreadyPaid,
    },
    today: {
      subject: 'Ìránnilétí: ìwé owó {number} láti ọ̀dọ̀ {business}',
      heading: 'Òní ni ọjọ́ ìsanwó fún ìwé owó {number}',
      body: alreadyPaid,
    },
    late: {
      subject: 'Ìránnilétí: ìwé owó {number} láti ọ̀dọ̀ {business}',
      heading: 'Ìwé owó {number} ti fi {days} kọjá ọjọ́ ìsanwó',
      body: `Ẹ jọ̀wọ́, ẹ san án ní ọ̀sẹ̀ yìí. ${alreadyPaid}`,
    },
    later: {
      subject: 'Ìwé owó {number} láti ọ̀dọ̀ {business} ti kọjá ọjọ́ ìsanwó',
      heading: 'Ìwé owó {number} ti fi {days} kọjá ọjọ́ ìsanwó',
      body: `{business} kò tíì rí owó yín. Ẹ jọ̀wọ́, ẹ san án láàárín ọjọ́ díẹ̀ sí i. Tí nǹkan kan kò bá tọ́ nínú ìwé owó náà, ẹ sọ fún {business} kí wọ́n lè tún un ṣe. ${alreadyPaid}`,
    },
    firm: {
      subject: 'Ìwé owó {number} láti ọ̀dọ̀ {business} ti fi {days} kọjá ọjọ́ ìsanwó',
      heading: 'Ìwé owó {number} ti fi {days} kọjá ọjọ́ ìsanwó',
      body: '{business} ṣì ń dúró de owó yín. Ẹ jọ̀wọ́, ẹ san án lónìí, tàbí kí ẹ sọ ọjọ́ tí ẹ máa san án fún {business}. Tí ẹ kò bá lè san gbogbo rẹ̀ lẹ́ẹ̀kan náà, ẹ béèrè lọ́wọ́ {business} bóyá ẹ lè san án díẹ̀díẹ̀.',
    },
  },
  promiseDue: {
    subject: 'Owó ìwé owó {number} fún {business}',
    heading: 'Ẹ sọ pé {promised}',
    body: `Ẹ kò tíì san ìwé owó {number} tán. ${alreadyPaid}`,
  },
  receipt: {
    subject: 'Rìsíìtì fún ìwé owó {number}',
    subjectOfThem: 'Rìsíìtì fún àwọn ìwé owó {number}',
    heading: 'Ẹ ṣé fún owó tí ẹ san',
    body: 'Owó tí ẹ san fún {business} ti dé.',
    rest: 'Owó tó kù láti san fún ìwé owó yìí: {balance}.',
    restOfThem: 'Owó tó kù láti san lórí wọn: {balance}.',
    early: 'Ẹ san án kí ọjọ́ tó pé, nítorí náà a yọ {early} kúrò. Kò sí ohun tó kù láti san.',
    over: 'Ẹ san {over} ju iye tí ẹ jẹ lọ. {business} ń tọ́jú rẹ̀ fún yín. Ẹ sọ fún wọn kí wọ́n lò ó fún ìwé owó mìíràn, tàbí kí wọ́n dá a padà.',
    recorded: sentences.recorded,
    inStatement: sentences.inStatement,
  },
  refundSent: {
    subject: '{business} ti dá {amount} padà fún yín',
    heading: 'Owó yín ń padà bọ̀',
    body: '{business} ti dá {amount} padà nínú owó tí ẹ san fún ìwé owó {number}. Yóò padà sí káàdì tàbí àkáǹtì tí ẹ fi sanwó; àwọn báńkì kan lè lo tó ọjọ́ iṣẹ́ mẹ́wàá kí ó tó hàn.',
  },
  refundReversed: {
    subject: '{amount} tí ẹ san fún {business} ti padà sọ́dọ̀ yín',
    heading: 'Owó yín ti padà sọ́dọ̀ yín',
    label: 'Owó tó padà',
    body: 'Báńkì tàbí ilé-iṣẹ́ ìsanwó ló dá {amount} padà nínú owó tí ẹ san fún {business} lórí ìwé owó {number}, nítorí náà kò sí lọ́wọ́ {business} mọ́.',
    owed: 'Ẹ tún jẹ owó náà. Owó tó kù láti san fún ìwé owó {number}: {balance}.',
  },
  creditNote: {
    subject: 'Ìwé àdínkù owó {note} láti ọ̀dọ̀ {business}',
    heading: 'Ìwé àdínkù owó yín nìyí',
    body: '{business} ti dín {amount} kù fún yín lórí ìwé owó {number}.',
    owed: 'Ohun tí ẹ jẹ lórí ìwé owó náà dín ní {owed}.',
    credit: '{credit} wà lọ́dọ̀ {business} gẹ́gẹ́ bí owó yín.',
    refund: '{refund} ń padà sí káàdì tàbí àkáǹtì tí ẹ fi sanwó.',
    gaveBack: '{business} sọ pé àwọn ti dá {gaveBack} padà fún yín. Bí ẹ kò bá rí i, ẹ bi wọ́n.',
  },
  creditNoteWithdrawn: {
    subject: '{business} ti fa ìwé àdínkù owó {note} padà',
    heading: 'A ti fa ìwé àdínkù owó yín padà',
    body: '{business} ti fa ìwé àdínkù owó {note} tó jẹ́ {amount} lórí ìwé owó {number} padà. Kò ṣiṣẹ́ mọ́.',
    early: 'Ó jẹ́ ẹ̀dínwó fún sísan ìwé owó náà kí ọjọ́ tó pé.',
    asked: 'Ẹ jẹ {asked} lórí ìwé owó náà báyìí.',
    credit: 'A tún ti lo {credit} nínú owó yín tó wà lọ́dọ̀ {business} láti san ìwé owó náà.',
  },
  certificateReminder: {
    subject: 'Ìwé ẹ̀rí owó orí fún ìwé owó {number}',
    heading: 'Ẹ jọ̀wọ́, ẹ fi ìwé ẹ̀rí owó orí ránṣẹ́',
    body: 'Nígbà tí ẹ san ìwé owó {number}, ẹ dá {amount} dúró gẹ́gẹ́ bí owó orí (withholding tax). {business} nílò ìwé ẹ̀rí rẹ̀.',
    kept: 'Owó orí tí ẹ dá dúró',
    reply:
      'Ẹ dá èsì sí ìránṣẹ́ yìí pẹ̀lú fọ́tò tàbí PDF rẹ̀. Ẹ kò jẹ owó kankan mọ́ lórí ìwé owó yìí. Tí ẹ bá ti fi í ránṣẹ́, ẹ ṣé.',
  },
  customerStatement: {
    subject: 'Àkọsílẹ̀ owó láti ọ̀dọ̀ {business}, {to}',
    heading: 'Àkọsílẹ̀ owó yín',
    body: 'Àkọsílẹ̀ owó yín títí di {to} nìyí.',
    owes: 'Ẹ jẹ {business} ní {amount}.',
    credit: '{amount} wà lọ́dọ̀ {business} gẹ́gẹ́ bí owó yín.',
    nothing: 'Ẹ kò jẹ {business} ní nǹkankan.',
    all: 'Ẹ wo gbogbo ìwé owó yín láti ọ̀dọ̀ {business}',
  },
  portalLinks: {
    subject: 'Ìlà sí ìwé owó yín',
    heading: 'Ìwé owó yín',
    body: 'Ìlà tí ẹ béèrè nìyí. Ó ń ṣiṣẹ́ lẹ́ẹ̀kan, fún ìṣẹ́jú 15.',
    bodies: 'Àwọn ìlà tí ẹ béèrè nìyí, ọ̀kan fún ilé-iṣẹ́ kọ̀ọ̀kan. Ọ̀kọ̀ọ̀kan ń ṣiṣẹ́ lẹ́ẹ̀kan, fún ìṣẹ́jú 15.',
    link: 'Ẹ fi ìwé owó mi láti ọ̀dọ̀ {business} hàn mí',
    footer: 'Ẹ rí èyí gbà nítorí ẹnì kan béèrè rẹ̀ pẹ̀lú àdírẹ́sì yín. Bí kì í bá ṣe ẹ̀yin, ẹ má kà á sí.',
  },
  exemptionRequest: {
    subject: 'Ìwé owó {number}: ẹ jọ̀wọ́, ẹ má yọ owó orí',
    heading: 'Ẹ jọ̀wọ́, ẹ sanwó láìyọ owó orí',
    body: 'Ẹ jọ̀wọ́, ẹ san ìwé owó {number} ní kíkún, {amount}, láìyọ owó orí (withholding tax) kúrò.',
    reason:
      'Gẹ́gẹ́ bí ìlànà withholding tax ti ọdún 2024, a kì í yọ owó orí lọ́wọ́ ilé-iṣẹ́ kékeré, tàbí okòwò tí kì í ṣe ilé-iṣẹ́, tí ó bá ní nọ́ńbà owó orí, tí ohun tí ó ń tà fún yín kò sì ju {upTo} lọ ní oṣù kan. Irú okòwò bẹ́ẹ̀ ni {business}, ohun tí wọ́n sì tà fún yín ní oṣù ìwé owó yìí kò ju bẹ́ẹ̀ lọ.',
    taxId: 'Nọ́ńbà owó orí wa',
    reply: 'Tí ẹ bá rò pé kò rí bẹ́ẹ̀, ẹ jọ̀wọ́, ẹ dá èsì sí ìránṣẹ́ yìí.',
  },
  savedCard,
  whatsapp: {
    invoice_ready: 'Ìwé owó láti ọ̀dọ̀ {business}: {amount}, ọjọ́ ìsanwó {due}. Nọ́ńbà ìwé owó: {number}.',
    invoice_revised:
      'Ìwé owó tí a yí padà láti ọ̀dọ̀ {business}: {amount}, ọjọ́ ìsanwó {due}. Ó rọ́pò ìwé owó ti {replaced}. Nọ́ńbà ìwé owó: {number}.',
    invoice_due: 'Ọjọ́ ìsanwó fún ìwé owó yín láti ọ̀dọ̀ {business}, {amount}, ni {when}.',
    invoice_overdue: 'Ọjọ́ ìsanwó fún ìwé owó yín láti ọ̀dọ̀ {business}, {amount}, ti kọjá láti {when}.',
    invoice_firm:
      'Ọjọ́ ìsanwó fún ìwé owó yín láti ọ̀dọ̀ {business}, {amount}, ti kọjá láti {when}. Ẹ jọ̀wọ́, ẹ san án lónìí, tàbí ẹ sọ ọjọ́ tí ẹ máa san án.',
    invoice_promise: 'Ẹ sọ fún {business} pé ẹ máa san {amount} ní {promised}.',
    payment_receipt: 'Owó yín ti dé ọ̀dọ̀ {business}: {amount}, {paidOn}. Nọ́ńbà ìwé owó: {number}. Ẹ ṣé.',
    payment_refund:
      'Owó ń padà bọ̀ láti ọ̀dọ̀ {business}: {amount} ń bọ̀ sọ́dọ̀ yín. Nọ́ńbà ìwé owó: {number}. Àwọn báńkì kan lè lo tó ọjọ́ iṣẹ́ mẹ́wàá.',
    owner_payment_share:
      'Ìsanwó: {customer} san {amount} fún ìwé owó {number}. {net} jẹ́ tiyín, owó iṣẹ́ {fee}. Ó wà nínú àkáǹtì yín ní Duewell.',
  },
  buttonHint: { pay: 'Ẹ tẹ bọ́tìnì láti wò ó kí ẹ sì sanwó.', receipt: 'Ẹ tẹ bọ́tìnì láti wo rìsíìtì.' },
  buttonTitle: { pay: 'Ẹ wò ó kí ẹ sanwó', receipt: 'Ẹ wo rìsíìtì' },
};
