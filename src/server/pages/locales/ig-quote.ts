import type { QuoteTexts } from './en-quote.ts';

export const quote: QuoteTexts = {
  notFound: {
    title: 'Njikọ a adịghị eduga n’akwụkwọ ọnụ ahịa ọ bụla',
    text: 'Biko lelee adreesị ahụ, ma ọ bụ rịọ ụlọ ọrụ ahụ njikọ ọhụrụ.',
  },
  again: {
    title: 'Biko mepee njikọ ahụ ọzọ',
    text: 'E zipụghị ihe ọ bụla.',
  },
  failure: 'E zipụghị ihe ọ bụla. Biko nwaa ọzọ obere oge.',
  title: '{kind} {number} sitere na {business}',
  states: {
    open: 'A na-eche azịza gị',
    expired: 'Ọ gwụla',
    accepted: 'E kwetala ya',
    declined: 'A jụrụ ya',
    withdrawn: 'Ewepụla ya',
  },
  until: 'Ọ dị irè ruo {date}',
  replaced: 'A gbanwere ya na {date}. Nke a nọchiri nke mbụ.',
  changed: '{business} gbanwere {number} mgbe ị na-agụ ya. Biko lee ya ọzọ.',
  earlier: 'Ihe o kwuru mbụ',
  accept: {
    title: 'Kweta ya',
    name: 'Aha gị zuru ezu',
    mayAccept: 'Enwere m ike ikweta nke a n’aha {customer}',
    orderNumber: 'Nọmba ịtụ ahịa gị (ma ọ dị)',
    button: 'Kweta {amount}',
    note: 'Ị naghị akwụ ihe ọ bụla ugbu a. A ga-edebe aha gị, oge, adreesị netwọk gị na ihe nchọgharị gị yana azịza gị.',
  },
  sign: {
    title: 'Jiri aka gị binye aka (ma ị chọọ)',
    hint: 'Jiri mkpịsị aka, mkpịsị odee ma ọ bụ òké see mbinye aka gị n’igbe ahụ. Aha ị pịnyere ezuola. A ga-edebe ihe ị sere yana azịza gị.',
    clear: 'Hichapụ',
  },
  pay: {
    button: 'Kwụọ {amount}',
    note: 'Ịkwụ ụgwọ bụ azịza gị: ị kwetara, ị ga-enweta akwụkwọ ọnụahịa ya.',
  },
  decline: { title: 'Jụ ya', reason: 'Gịnị kpatara? (ma ị chọọ)', button: 'Jụ akwụkwọ a' },
  ask: {
    title: 'Jụọ ajụjụ',
    question: 'Ajụjụ gị',
    button: 'Zipụ ajụjụ',
    sent: 'Ajụjụ gị na-aga {business}.',
  },
  problems: {
    name: 'Pịnye aha gị zuru ezu, mkpụrụedemede 2 ruo 120',
    mayAccept: 'Kanye akara n’igbe a iji kweta',
    signature: 'See mbinye aka gị ọzọ, ma ọ bụ hapụ ya',
    orderNumber: 'Ka ọ ghara ịkarị mkpụrụedemede 60',
    question: 'Pịnye ajụjụ gị, ka ọ ghara ịkarị mkpụrụedemede 1,000',
    reason: 'Ka ọ ghara ịkarị mkpụrụedemede 500',
    tooMany: 'Nke ahụ hiri nne n’otu ụbọchị. Biko degara {email} akwụkwọ.',
  },
  closed: {
    accepted: { title: 'E kwetala ya', text: '{name} kwetara {number} na {date}.' },
    declined: { title: 'A jụrụ ya', text: 'Ị nwere ike ịrịọ {business} nke ọhụrụ.' },
    withdrawn: { title: 'Ewepụla ya', text: '{business} ewepụla {number}. Rịọ ha nke ọhụrụ.' },
    expired: { title: 'Akwụkwọ a gwụrụ na {day}', text: 'Gwa {business} ka ha tinyekwuo oge na ya.' },
  },
  acceptedOtherwise: '{business} edeela na e kwetara {number}.',
  verify: {
    genuine: {
      title: 'Akwụkwọ a bụ ezigbo ya',
      text: '{business} mere {number}. Ọ bụ ọnụ ahịa, ọ naghị arịọ ịkwụ ụgwọ.',
    },
    accepted: { title: 'Ọ bụ ezigbo ya, e kwetalakwa ya', text: '{name} kwetara {number} na {date}.' },
    over: {
      title: 'Ọ bụ ezigbo ya, mana o mechiela',
      text: '{business} mere {number}. O nweghịzi onye nwere ike ikweta ya.',
    },
    acceptedBy: 'Onye kwetara ya',
    orderNumber: 'Nọmba ịtụ ahịa',
  },
};
