import type { SavedCardTexts } from './saved-cards.ts';

/** Texts about saved cards. */
export const savedCard: SavedCardTexts = {
  consent:
    'Ajiye wannan kati domin {business} ta iya cirar har {cap} don {plan} {rhythm}. Za ka iya dakatar da shi a kowane lokaci.',
  rhythm: {
    week: 'kowane mako',
    weeks: 'kowane mako {count}',
    month: 'kowane wata',
    months: 'kowane wata {count}',
    days: 'a ranakun {days} na kowane wata',
  },
  invoices: 'takardun kudinta',
  offer: {
    title: 'Ya biya da kansa a gaba',
    button: 'Ajiye katina',
    agreed: 'Ka yarda. Yanzu ka biya da kati: wannan katin za a ajiye.',
    tick: 'Fara sa alama a akwatin idan kana son a ajiye katinka.',
  },
  stop: 'Dakatar da cirar kudi daga wannan kati',
  saved: {
    subject: '{business} ta ajiye katinka',
    heading: 'An ajiye katinka',
    body: 'Ga abin da ka yarda da shi don katinka •••• {last4}:',
  },
  ahead: {
    subject: '{business} za ta ciri kudi daga katinka a {day}',
    heading: 'Za a ciri kudi daga katinka',
    body: 'Za mu ciri {amount} daga katinka •••• {last4} a {day}, don takardar kudi {number}.',
    before: 'Idan ka so ka biya kafin ranar: to ba za a ciri kudi daga katin ba.',
  },
  notCharged: {
    subject: 'Ba a ciri kudi daga katinka ba don takarda {number}',
    heading: 'Ba a ciri kudi daga katinka ba',
    body: 'Mun kasa cirar {amount} daga katinka •••• {last4} don takarda {number}: {reason}.',
    again: 'Za mu sake gwadawa a {day}. Za ka iya biya yanzu ma.',
    last: 'Ba za mu sake gwada wannan kati don wannan takarda ba. Don Allah ka biya yanzu.',
    other: 'Ba a amfani da wannan kati kuma. Don Allah ka biya da wani kati.',
  },
  reasons: {
    funds: 'kudin da ke ciki bai isa ba',
    declined: 'banki ya ce a’a',
    issuer: 'banki bai amsa ba',
    card: 'katin ba ya aiki kuma',
    holder: 'bankinka yana son ka tabbatar da kanka',
    lost: 'kamfanin biya bai amsa ba',
  },
  stopped: {
    subject: 'An dakatar da katinka da aka ajiye',
    heading: 'Ba za a kara cirar kudi daga katinka ba',
    body: '{business} ba za ta kara cirar kudi daga katinka •••• {last4} don {plan} ba. Takardun kudi za su ci gaba da zuwa, ka biya yadda kake so.',
  },
  page: {
    heading: 'A dakatar da cirar kudi daga wannan kati?',
    text: '{business} na iya cirar har {cap} daga katinka •••• {last4} don {plan}.',
    button: 'Dakatar da cirar kudi daga katina',
    done: 'Ba za a kara cirar kudi daga katinka ba',
    doneText:
      '{business} ba za ta kara cirar kudi daga katinka •••• {last4} ba. Takardun kudi za su ci gaba da zuwa.',
    gone: 'Wannan adireshi ba ya kaiwa ga wani kati',
    goneText: 'Don Allah ka sake bude shi daga sakon. Wasu manhajoji suna yanke karshen dogon adireshi.',
    list: 'Katunan da aka ajiye',
    ended: 'An dakatar',
  },
};
