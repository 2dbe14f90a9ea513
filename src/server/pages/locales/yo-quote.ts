import type { QuoteTexts } from './en-quote.ts';

export const quote: QuoteTexts = {
  notFound: {
    title: 'Ìjápọ̀ yìí kò lọ sí ìwé ìdíyelé kankan',
    text: 'Ẹ jọ̀wọ́, ẹ yẹ àdírẹ́sì náà wò, tàbí ẹ béèrè ìjápọ̀ tuntun lọ́wọ́ ilé iṣẹ́ náà.',
  },
  again: {
    title: 'Ẹ jọ̀wọ́, ẹ tún ìjápọ̀ náà ṣí',
    text: 'A kò fi ohunkóhun ránṣẹ́.',
  },
  failure: 'A kò fi ohunkóhun ránṣẹ́. Ẹ jọ̀wọ́, ẹ tún gbìyànjú láìpẹ́.',
  title: '{kind} {number} láti ọ̀dọ̀ {business}',
  states: {
    open: 'A ń dúró de ìdáhùn yín',
    expired: 'Ó ti parí',
    accepted: 'A ti gbà á',
    declined: 'A kọ̀ ọ́',
    withdrawn: 'A ti fà á padà',
  },
  until: 'Ó wúlò títí di {date}',
  replaced: 'A yí i padà ní {date}. Èyí rọ́pò ti tẹ́lẹ̀.',
  changed: '{business} yí {number} padà nígbà tí ẹ ń kà á. Ẹ jọ̀wọ́, ẹ tún un wò.',
  earlier: 'Ohun tó sọ tẹ́lẹ̀',
  accept: {
    title: 'Ẹ gbà á',
    name: 'Orúkọ yín ní kíkún',
    mayAccept: 'Mo lè gba èyí fún {customer}',
    orderNumber: 'Nọ́ńbà ìbéèrè ọjà yín (tó bá wà)',
    button: 'Ẹ gba {amount}',
    note: 'Ẹ kò san ohunkóhun báyìí. A máa tọ́jú orúkọ yín, àkókò, àdírẹ́sì nẹ́tíwọ́ọ̀kì àti aṣàwákiri yín pẹ̀lú ìdáhùn yín.',
  },
  sign: {
    title: 'Ẹ fi ọwọ́ yín buwọ́ lù ú (tí ẹ bá fẹ́)',
    hint: 'Ẹ ya ìfọwọ́sí yín sínú àpótí náà pẹ̀lú ìka, gègé tàbí asin. Orúkọ tí ẹ tẹ̀ ti tó. A máa tọ́jú ohun tí ẹ bá yà pẹ̀lú ìdáhùn yín.',
    clear: 'Nù ú kúrò',
  },
  pay: {
    button: 'San {amount}',
    note: 'Sísan rẹ̀ ni ìdáhùn rẹ: o gbà á, o ó sì gba ìwé owó rẹ̀.',
  },
  decline: { title: 'Ẹ kọ̀ ọ́', reason: 'Kí ló dé? (tí ẹ bá fẹ́)', button: 'Ẹ kọ ìwé yìí' },
  ask: {
    title: 'Ẹ bi ìbéèrè',
    question: 'Ìbéèrè yín',
    button: 'Ẹ fi ìbéèrè ránṣẹ́',
    sent: 'Ìbéèrè yín ń lọ sọ́dọ̀ {business}.',
  },
  problems: {
    name: 'Ẹ tẹ orúkọ yín ní kíkún, lẹ́tà 2 sí 120',
    mayAccept: 'Ẹ fi àmì sí àpótí yìí láti gbà á',
    signature: 'Ẹ tún ìfọwọ́sí yín yà, tàbí ẹ fi í sílẹ̀',
    orderNumber: 'Kó má kọjá lẹ́tà 60',
    question: 'Ẹ tẹ ìbéèrè yín, kó má kọjá lẹ́tà 1,000',
    reason: 'Kó má kọjá lẹ́tà 500',
    tooMany: 'Ìyẹn ti pọ̀ jù fún ọjọ́ kan. Ẹ jọ̀wọ́, ẹ kọ̀wé sí {email}.',
  },
  closed: {
    accepted: { title: 'A ti gbà á', text: '{name} gba {number} ní {date}.' },
    declined: { title: 'A kọ̀ ọ́', text: 'Ẹ lè béèrè tuntun lọ́wọ́ {business}.' },
    withdrawn: { title: 'A ti fà á padà', text: '{business} ti fa {number} padà. Ẹ béèrè tuntun lọ́wọ́ wọn.' },
    expired: { title: 'Ìwé yìí parí ní {day}', text: 'Ẹ ní kí {business} fi àkókò kún un.' },
  },
  acceptedOtherwise: '{business} ti kọ ọ́ pé a gba {number}.',
  verify: {
    genuine: { title: 'Ojúlówó ni ìwé yìí', text: '{business} ló ṣe {number}. Ìdíyelé ni, kò béèrè owó.' },
    accepted: { title: 'Ojúlówó ni, a sì ti gbà á', text: '{name} gba {number} ní {date}.' },
    over: {
      title: 'Ojúlówó ni, ṣùgbọ́n ó ti parí',
      text: '{business} ló ṣe {number}. Kò sí ẹni tó lè gbà á mọ́.',
    },
    acceptedBy: 'Ẹni tó gbà á',
    orderNumber: 'Nọ́ńbà ìbéèrè ọjà',
  },
};
