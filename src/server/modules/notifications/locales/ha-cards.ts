import type { SavedCardTexts } from './saved-cards.ts';

/** Texts about saved cards. */
export const savedCard: SavedCardTexts = {
  consent:
    'Ku ajiye wannan kati domin {business} su iya cire abin da bai wuce {cap} ba don {plan} {rhythm}. Za ku iya dakatar da shi a kowane lokaci.',
  rhythm: {
    week: 'kowane mako',
    weeks: 'bayan kowane mako {count}',
    month: 'kowane wata',
    months: 'bayan kowane wata {count}',
    days: 'a ranakun {days} na kowane wata',
  },
  invoices: 'daftarinsu',
  offer: {
    title: 'A biya da kansa a gaba',
    button: 'A ajiye katina',
    agreed: 'Kun yarda. Yanzu ku biya da kati: wannan katin za a ajiye.',
    tick: 'Ku fara sa alama a akwatin idan kuna so a ajiye katinku.',
  },
  stop: 'A dakatar da cire kuɗi daga wannan kati',
  saved: {
    subject: '{business} sun ajiye katinku',
    heading: 'An ajiye katinku',
    body: 'Ga abin da kuka yarda da shi don katinku •••• {last4}:',
  },
  ahead: {
    subject: '{business} za su cire kuɗi daga katinku ranar {day}',
    heading: 'Za a cire kuɗi daga katinku',
    body: 'Za mu cire {amount} daga katinku •••• {last4} ranar {day}, don daftari {number}.',
    before: 'Idan kuna so, ku biya kafin ranar: to ba za a cire kuɗi daga katin ba.',
  },
  off: {
    subject: '{business} ba za su cire kuɗi daga katinku ranar {day} ba',
    heading: 'Ba za a cire kuɗi daga katinku ba',
    body: 'Mun gaya muku cewa za mu cire kuɗi daga katinku •••• {last4} ranar {day}, don daftari {number}. Yanzu ba za mu cire ba.',
    open: 'Har yanzu ba a gama biyan daftarin ba. Don Allah ku biya da kanku.',
  },
  underWay:
    'Ana cire {amount} daga katinku •••• {last4} don wannan daftari. Banki bai amsa ba tukuna. Don Allah kada ku sake biya a yanzu.',
  notCharged: {
    subject: 'Ba a cire kuɗi daga katinku ba don daftari {number}',
    heading: 'Ba a cire kuɗi daga katinku ba',
    body: 'Mun kasa cire {amount} daga katinku •••• {last4} don daftari {number}: {reason}.',
    again: 'Za mu sake gwadawa ranar {day}. Za ku iya biya yanzu ma.',
    last: 'Ba za mu sake gwada wannan kati don wannan daftari ba. Don Allah ku biya yanzu.',
    other: 'Ba a amfani da wannan kati kuma. Don Allah ku biya da wani kati.',
  },
  reasons: {
    funds: 'kuɗin da ke ciki bai isa ba',
    declined: 'banki ya ce a’a',
    issuer: 'banki bai amsa ba',
    card: 'katin ba ya aiki kuma',
    holder: 'bankinku yana so ku tabbatar da kanku',
    lost: 'kamfanin biyan kuɗi bai amsa ba',
  },
  stopped: {
    subject: 'An dakatar da katinku da aka ajiye',
    heading: 'An dakatar da katinku da aka ajiye',
    body: '{business} ba za su sake fara cire wani kuɗi daga katinku •••• {last4} don {plan} ba. Daftari za su ci gaba da zuwa, ku biya yadda kuke so.',
  },
  page: {
    heading: 'A dakatar da cire kuɗi daga wannan kati?',
    text: '{business} na iya cire abin da bai wuce {cap} ba daga katinku •••• {last4} don {plan}.',
    button: 'A dakatar da cire kuɗi daga katina',
    done: 'An dakatar da katinku da aka ajiye',
    doneText:
      '{business} ba za su sake fara cire wani kuɗi daga katinku •••• {last4} don {plan} ba. Daftari za su ci gaba da zuwa da kansu.',
    gone: 'Wannan adireshi ba ya kaiwa ga wani kati da aka ajiye',
    goneText: 'Don Allah ku sake buɗe shi daga saƙon. Wasu manhajoji sukan yanke ƙarshen dogon adireshi.',
    list: 'Katunan da aka ajiye',
    ended: 'An dakatar',
  },
};
