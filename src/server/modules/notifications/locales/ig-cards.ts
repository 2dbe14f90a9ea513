import type { SavedCardTexts } from './saved-cards.ts';

/** Texts about saved cards. */
export const savedCard: SavedCardTexts = {
  consent:
    'Chekwaa kaadị a ka {business} nwee ike iwepụ ego na-akarịghị {cap} maka {plan} {rhythm}. Ị nwere ike ịkwụsị ya mgbe ọ bụla.',
  rhythm: {
    week: 'kwa izu',
    weeks: 'otu ugboro n’izu {count} ọ bụla',
    month: 'kwa ọnwa',
    months: 'otu ugboro n’ọnwa {count} ọ bụla',
    days: 'n’ụbọchị {days} nke ọnwa ọ bụla',
  },
  invoices: 'akwụkwọ ụgwọ ha',
  offer: {
    title: 'Ka e jiri kaadị kwụọ ya n’onwe ya oge ọzọ',
    button: 'Chekwaa kaadị m',
    agreed: 'I kwetala. Jiri kaadị kwụọ ugbu a: kaadị ahụ ka a ga-echekwa.',
    tick: 'Buru ụzọ kaa igbe ahụ ma ọ bụrụ na ị chọrọ ka e chekwaa kaadị gị.',
  },
  stop: 'Kwụsị iwepụ ego na kaadị a',
  saved: {
    subject: '{business} echekwala kaadị gị',
    heading: 'E chekwala kaadị gị',
    body: 'Nke a ka i kwetara maka kaadị gị •••• {last4}:',
  },
  ahead: {
    subject: '{business} ga-ewepụ ego na kaadị gị na {day}',
    heading: 'A ga-ewepụ ego na kaadị gị',
    body: 'Anyị ga-ewepụ {amount} na kaadị gị •••• {last4} na {day}, maka akwụkwọ ụgwọ {number}.',
    before: 'Ọ bụrụ na ị chọrọ, kwụọ ya tupu ụbọchị ahụ: mgbe ahụ agaghị ewepụ ego na kaadị.',
  },
  off: {
    subject: '{business} agaghị ewepụ ego na kaadị gị na {day}',
    heading: 'Agaghị ewepụ ego na kaadị gị',
    body: 'Anyị gwara gị na anyị ga-ewepụ ego na kaadị gị •••• {last4} na {day}, maka akwụkwọ ụgwọ {number}. Anyị agaghịzi ewepụ ya.',
    open: 'A kwụchabeghị akwụkwọ ụgwọ ahụ. Biko kwụọ ya n’onwe gị.',
  },
  underWay:
    'A na-ewepụ {amount} na kaadị gị •••• {last4} maka akwụkwọ ụgwọ a. Ụlọ akụ azabeghị. Biko akwụla ọzọ ugbu a.',
  notCharged: {
    subject: 'E wepụghị ego na kaadị gị maka akwụkwọ ụgwọ {number}',
    heading: 'E wepụghị ego na kaadị gị',
    body: 'Anyị enweghị ike iwepụ {amount} na kaadị gị •••• {last4} maka akwụkwọ ụgwọ {number}: {reason}.',
    again: 'Anyị ga-anwa ọzọ na {day}. Ị nwekwara ike ịkwụ ugbu a.',
    last: 'Anyị agaghị anwa kaadị a ọzọ maka akwụkwọ ụgwọ a. Biko kwụọ ya ugbu a.',
    other: 'Anaghị ejizi kaadị a. Biko jiri kaadị ọzọ kwụọ.',
  },
  reasons: {
    funds: 'ego dị na ya ezughị',
    declined: 'ụlọ akụ sịrị mba',
    issuer: 'ụlọ akụ azaghị',
    card: 'kaadị ahụ anaghị arụzi ọrụ',
    holder: 'ụlọ akụ gị chọrọ ka i kwado ya n’onwe gị',
    lost: 'ụlọ ọrụ ịkwụ ụgwọ azaghị',
  },
  stopped: {
    subject: 'A kwụsịla kaadị gị e chekwara',
    heading: 'A kwụsịla kaadị gị e chekwara',
    body: '{business} agaghị amalite iwepụ ego ọzọ na kaadị gị •••• {last4} maka {plan}. Akwụkwọ ụgwọ ka ga-abịa, ị ga-akwụ ya otu i si chọọ.',
  },
  page: {
    heading: 'Ka a kwụsị iwepụ ego na kaadị a?',
    text: '{business} nwere ike iwepụ ego na-akarịghị {cap} na kaadị gị •••• {last4} maka {plan}.',
    button: 'Kwụsị iwepụ ego na kaadị m',
    done: 'A kwụsịla kaadị gị e chekwara',
    doneText:
      '{business} agaghị amalite iwepụ ego ọzọ na kaadị gị •••• {last4} maka {plan}. Akwụkwọ ụgwọ ka ga-abịa n’onwe ya.',
    gone: 'Njikọ a anaghị eduga na kaadị e chekwara',
    goneText: 'Biko si n’ozi ahụ mepee ya ọzọ. Ụfọdụ ngwa na-ebipụ ọgwụgwụ adreesị dị ogologo.',
    list: 'Kaadị e chekwara',
    ended: 'A kwụsịla ya',
  },
};
