import { receiptLabels } from '#core/receipt/labels.ts';
import type { Locale } from './locale.ts';
import { savedCard } from './ig-cards.ts';

const { methods, labels, sentences } = receiptLabels.ig;
const alreadyPaid = 'Ọ bụrụ na ị kwụọla ya, daalụ; ọ dịghị ihe ị ga-eme.';

export const ig: Locale = {
  hello: 'Ndewo {customer},',
  greetings: {
    morning: 'Ụtụtụ ọma {customer}',
    afternoon: 'Ehihie ọma {customer}',
    evening: 'Mgbede ọma {customer}',
  },
  days: { one: 'ụbọchị 1', other: 'ụbọchị {count}' },
  when: {
    today: 'taa',
    tomorrow: 'echi',
    yesterday: 'ụnyaahụ',
    ahead: '{days} site taa',
    ago: '{days} gara aga',
  },
  left: '{amount} (ego fọdụrụ)',
  early: '{amount} ({net} ma ị kwụọ ruo {date})',
  payHere: 'Kwụọ ya ebe a:',
  labels: {
    amount: 'Ego a ga-akwụ',
    stillToPay: 'Ego fọdụrụ ịkwụ',
    due: 'Ụbọchị ịkwụ ụgwọ',
    invoice: 'Akwụkwọ ụgwọ',
    paid: 'Ego a kwụrụ',
    givenBack: 'Ego e nyeghachiri',
    on: 'Ụbọchị',
    by: 'Otu e si kwụọ ya',
    reference: labels.reference,
  },
  methods,
  buttons: {
    viewAndPay: 'Lee ma kwụọ ụgwọ',
    payTheRest: 'Kwụọ ego fọdụrụ',
    viewReceipt: 'Lee resịt',
    viewInvoice: 'Lee akwụkwọ ụgwọ',
    answerQuote: 'Lee ya ma zaa',
    viewQuote: 'Lee ya ọzọ',
  },
  orOpen: 'Ma ọ bụ mepee adreesị a:',
  attached: 'E tinyere ya n’ozi a dịka PDF.',
  footer: 'Duewell zipụrụ ozi a maka {business}.',
  unsubscribe: 'Kwụsị izitere m ncheta n’email',
  invoiceSent: {
    subject: 'Akwụkwọ ụgwọ {number} sitere na {business}',
    heading: 'Akwụkwọ ụgwọ {number}',
    body: '{business} ezitela gị akwụkwọ ụgwọ.',
    bodyWithTitle: '{business} ezitela gị akwụkwọ ụgwọ maka {title}.',
  },
  invoiceRevised: {
    subject: 'A gbanwere: akwụkwọ ụgwọ {number} sitere na {business}',
    heading: 'A gbanwere akwụkwọ ụgwọ {number}',
    body: '{business} agbanweela akwụkwọ ụgwọ a. Nke a nọchiri akwụkwọ ụgwọ nke {replaced}. Biko jiri naanị nke a.',
  },
  quoteSent: {
    subject: '{kind} {number} sitere na {business}',
    heading: '{kind} {number}',
    body: '{business} nyere gị ọnụ ahịa {amount}. Ị nwere ike ikweta ya ruo {until}.',
    changed: 'Nke a nọchiri nke ha zitere mbụ. Biko jiri naanị nke a.',
    answer: 'N’ibe ya ị nwere ike ikweta, ịjụ, ma ọ bụ ịjụ ajụjụ. I jighị ụgwọ ọ bụla tupu i kweta ya.',
  },
  quoteCode: {
    subject: 'Koodu gị maka {kind} {number}',
    heading: 'Koodu gị',
    body: '{business} chọrọ koodu tupu i kweta {kind} {number}. Pịnye ya na peeji nke akwụkwọ ọnụ ahịa ahụ. Ọ na-arụ ọrụ otu ugboro, nkeji 15.',
    label: 'Koodu',
    keep: 'Agwala ya onye ọ bụla: ma anyị, ma {business}. Ọ bụrụ na ọ bụghị gị rịọrọ ya, leghara ozi a anya.',
  },
  quoteAccepted: {
    subject: 'E kwetala ya: {kind} {number} sitere na {business}',
    heading: 'I kwetala {number}',
    body: 'Daalụ. {business} ma na i kwetara {kind} {number} nke {amount}.',
  },
  reminder: {
    before: {
      subject: 'Ncheta: akwụkwọ ụgwọ {number} sitere na {business}',
      heading: 'Ọ fọdụrụ {days} ka a kwụọ akwụkwọ ụgwọ {number}',
      body: alreadyPaid,
    },
    today: {
      subject: 'Ncheta: akwụkwọ ụgwọ {number} sitere na {business}',
      heading: 'Taa bụ ụbọchị ịkwụ akwụkwọ ụgwọ {number}',
      body: alreadyPaid,
    },
    late: {
      subject: 'Ncheta: akwụkwọ ụgwọ {number} sitere na {business}',
      heading: 'Oge ịkwụ akwụkwọ ụgwọ {number} agafeela {days}',
      body: `Biko kwụọ ya n’izu a. ${alreadyPaid}`,
    },
    later: {
      subject: 'Oge ịkwụ akwụkwọ ụgwọ {number} sitere na {business} agafeela',
      heading: 'Oge ịkwụ akwụkwọ ụgwọ {number} agafeela {days}',
      body: `{business} ahụbeghị ego gị. Biko kwụọ ya n’ime ụbọchị ole na ole na-abịa. Ọ bụrụ na o nwere ihe na-ezighị ezi n’akwụkwọ ụgwọ ahụ, gwa {business} ka e dozie ya. ${alreadyPaid}`,
    },
    firm: {
      subject: 'Oge ịkwụ akwụkwọ ụgwọ {number} sitere na {business} agafeela {days}',
      heading: 'Oge ịkwụ akwụkwọ ụgwọ {number} agafeela {days}',
      body: '{business} ka na-eche ego gị. Biko kwụọ ya taa, ma ọ bụ gwa {business} ụbọchị ị ga-akwụ ya. Ọ bụrụ na ị gaghị akwụli ya niile otu mgbe, jụọ {business} ma ị̀ ga-akwụ ya nke nta nke nta.',
    },
  },
  promiseDue: {
    subject: 'Ịkwụ {business} akwụkwọ ụgwọ {number}',
    heading: 'I kwuru {promised}',
    body: `A kwụbeghị akwụkwọ ụgwọ {number} niile. ${alreadyPaid}`,
  },
  receipt: {
    subject: 'Resịt maka akwụkwọ ụgwọ {number}',
    subjectOfThem: 'Resịt maka akwụkwọ ụgwọ {number}',
    heading: 'Daalụ maka ego ị kwụrụ',
    body: 'Ego ị kwụrụ {business} eruola.',
    rest: 'Ego fọdụrụ ịkwụ n’akwụkwọ ụgwọ a: {balance}.',
    restOfThem: 'Ego fọdụrụ ịkwụ na ha: {balance}.',
    early: 'Ị kwụrụ n’oge, ya mere e wepụrụ {early}. Ọ dịghị ihe fọdụrụ ị ga-akwụ.',
    over: 'Ị kwụrụ {over} karịa ụgwọ i ji. {business} na-edebere gị ya. Gwa ha ka ha jiri ya kwụọ akwụkwọ ụgwọ ọzọ, ma ọ bụ nyeghachi gị ya.',
    recorded: sentences.recorded,
    inStatement: sentences.inStatement,
  },
  refundSent: {
    subject: '{business} enyeghachila gị {amount}',
    heading: 'Ego gị na-alọta',
    body: '{business} enyeghachila {amount} site n’ego ị kwụrụ maka akwụkwọ ụgwọ {number}. Ọ ga-alaghachi na kaadị ma ọ bụ akaụntụ i ji kwụọ ụgwọ; ụfọdụ ụlọ akụ na-ewe ruo ụbọchị ọrụ iri tupu ọ pụta.',
  },
  refundReversed: {
    subject: '{amount} ị kwụrụ {business} alọghachikwutela gị',
    heading: 'Ego gị alọghachikwutela gị',
    label: 'Ego lọghachiri',
    body: 'Ụlọ akụ ma ọ bụ ụlọ ọrụ ịkwụ ụgwọ weghachiri {amount} site n’ego ị kwụrụ {business} maka akwụkwọ ụgwọ {number}, ya mere o nọghịzi n’aka {business}.',
    owed: 'I jikwa ego ahụ ọzọ. Ego fọdụrụ ịkwụ n’akwụkwọ ụgwọ {number}: {balance}.',
  },
  creditNote: {
    subject: 'Akwụkwọ mbelata ụgwọ {note} sitere na {business}',
    heading: 'Akwụkwọ mbelata ụgwọ gị',
    body: '{business} ebelatarala gị {amount} n’akwụkwọ ụgwọ {number}.',
    owed: 'Ihe i ji n’akwụkwọ ụgwọ ahụ ejirila {owed} belata.',
    credit: '{credit} dị n’aka {business} dịka ego gị.',
    refund: '{refund} na-alaghachi na kaadị ma ọ bụ akaụntụ i ji kwụọ ụgwọ.',
    gaveBack: '{business} sị na ha enyeghachila gị {gaveBack}. Ọ bụrụ na ị nwetaghị ya, jụọ ha.',
  },
  creditNoteWithdrawn: {
    subject: '{business} ewepụla akwụkwọ mbelata ụgwọ {note}',
    heading: 'Ewepụla akwụkwọ mbelata ụgwọ',
    body: '{business} ewepụla akwụkwọ mbelata ụgwọ {note} nke {amount} n’akwụkwọ ụgwọ {number}. Ọ naghịzi arụ ọrụ.',
    early: 'Ọ bụ mbelata maka ịkwụ akwụkwọ ụgwọ ahụ n’oge.',
    asked: 'I ji {asked} n’akwụkwọ ụgwọ ahụ ugbu a.',
    credit: 'E jirila {credit} n’ime ego gị dị n’aka {business} kwụọ akwụkwọ ụgwọ ahụ ọzọ.',
  },
  certificateReminder: {
    subject: 'Akwụkwọ asambodo ụtụ isi maka akwụkwọ ụgwọ {number}',
    heading: 'Biko ziga akwụkwọ asambodo ụtụ isi',
    body: 'Mgbe ị kwụrụ akwụkwọ ụgwọ {number}, i jidere {amount} dịka ụtụ isi (withholding tax). {business} chọrọ akwụkwọ asambodo ya.',
    kept: 'Ụtụ isi e jidere',
    reply:
      'Zaa ozi a ma tinye foto ma ọ bụ PDF ya. I jighịzi ụgwọ ọ bụla n’akwụkwọ ụgwọ a. Ọ bụrụ na i zigala ya, daalụ.',
  },
  customerStatement: {
    subject: 'Ndekọ ego sitere na {business}, {to}',
    heading: 'Ndekọ ego gị',
    body: 'Nke a bụ ndekọ ego gị ruo {to}.',
    owes: 'I ji {business} ụgwọ {amount}.',
    credit: '{amount} dị n’aka {business} dịka ego gị.',
    nothing: 'I jighị {business} ụgwọ ọ bụla.',
    all: 'Lee akwụkwọ ụgwọ gị niile sitere na {business}',
  },
  portalLinks: {
    subject: 'Njikọ nke akwụkwọ ụgwọ gị',
    heading: 'Akwụkwọ ụgwọ gị',
    body: 'Nke a bụ njikọ ị rịọrọ. Ọ na-arụ ọrụ otu ugboro, nkeji 15.',
    bodies: 'Ndị a bụ njikọ ị rịọrọ, otu maka azụmahịa ọ bụla. Nke ọ bụla na-arụ ọrụ otu ugboro, nkeji 15.',
    link: 'Gosi m akwụkwọ ụgwọ m sitere na {business}',
    footer: 'I nwetara nke a n’ihi na mmadụ ji adreesị gị rịọ ya. Ọ bụrụ na ọ bụghị gị, leghara ozi a anya.',
  },
  exemptionRequest: {
    subject: 'Akwụkwọ ụgwọ {number}: biko ewepụla ụtụ isi',
    heading: 'Biko kwụọ ụgwọ n’ewepụghị ụtụ isi',
    body: 'Biko kwụọ akwụkwọ ụgwọ {number} n’uju, {amount}, n’ewepụghị ụtụ isi (withholding tax).',
    reason:
      'Dịka iwu withholding tax nke afọ 2024 si kwuo, a naghị ewepụ ụtụ isi n’ego obere ụlọ ọrụ, ma ọ bụ azụmahịa na-abụghị ụlọ ọrụ, ma ọ bụrụ na o nwere nọmba ụtụ isi, ihe ọ na-eresi gị n’otu ọnwa akarịghịkwa {upTo}. {business} bụ ụdị azụmahịa ahụ, ihe ha resiri gị n’ọnwa nke akwụkwọ ụgwọ a akarịghịkwa ya.',
    taxId: 'Nọmba ụtụ isi anyị',
    reply: 'Ọ bụrụ na ị hụghị ya otu a, biko zaa ozi a.',
  },
  savedCard,
  whatsapp: {
    invoice_ready:
      'Akwụkwọ ụgwọ sitere na {business}: {amount}, ụbọchị ịkwụ ya {due}. Nọmba akwụkwọ ụgwọ: {number}.',
    invoice_revised:
      'Akwụkwọ ụgwọ agbanwere sitere na {business}: {amount}, ụbọchị ịkwụ ya {due}. Ọ nọchiri akwụkwọ ụgwọ nke {replaced}. Nọmba akwụkwọ ụgwọ: {number}.',
    invoice_due: 'Ụbọchị ịkwụ akwụkwọ ụgwọ gị sitere na {business}, {amount}, bụ {when}.',
    invoice_overdue: 'Ụbọchị ịkwụ akwụkwọ ụgwọ gị sitere na {business}, {amount}, agafeela kemgbe {when}.',
    invoice_firm:
      'Ụbọchị ịkwụ akwụkwọ ụgwọ gị sitere na {business}, {amount}, agafeela kemgbe {when}. Biko kwụọ ya taa, ma ọ bụ gwa anyị ụbọchị ị ga-akwụ ya.',
    invoice_promise: 'Ị gwara {business} na ị ga-akwụ {amount} na {promised}.',
    payment_receipt: 'Ego gị eruola {business}: {amount}, {paidOn}. Nọmba akwụkwọ ụgwọ: {number}. Daalụ.',
    payment_refund:
      'Nnyeghachi ego sitere na {business}: {amount} na-alọghachikwute gị. Nọmba akwụkwọ ụgwọ: {number}. Ụfọdụ ụlọ akụ na-ewe ruo ụbọchị ọrụ iri.',
    owner_payment_share:
      'Ịkwụ ụgwọ: {customer} kwụrụ {amount} maka akwụkwọ ụgwọ {number}. {net} bụ nke gị, ụgwọ ọrụ {fee}. Ọ dị n’akaụntụ Duewell gị.',
  },
  buttonHint: { pay: 'Pịa bọtịnụ ka ị hụ ya ma kwụọ ụgwọ.', receipt: 'Pịa bọtịnụ ka ị hụ resịt.' },
  buttonTitle: { pay: 'Lee ma kwụọ ụgwọ', receipt: 'Lee resịt' },
};
