import { receiptLabels } from '#core/receipt/labels.ts';
import type { Locale } from './locale.ts';
import { savedCard } from './ha-cards.ts';

const { methods, labels, sentences } = receiptLabels.ha;
const alreadyPaid = 'Idan kun riga kun biya, mun gode; babu abin da za ku yi.';

export const ha: Locale = {
  hello: 'Sannu {customer},',
  greetings: {
    morning: 'Barka da safiya {customer}',
    afternoon: 'Barka da rana {customer}',
    evening: 'Barka da yamma {customer}',
  },
  days: { one: 'kwana 1', other: 'kwanaki {count}' },
  when: {
    today: 'yau',
    tomorrow: 'gobe',
    yesterday: 'jiya',
    ahead: 'nan da {days}',
    ago: '{days} da suka wuce',
  },
  left: '{amount} (abin da ya rage)',
  early: '{amount} ({net} idan kuka biya zuwa {date})',
  payHere: 'Ku biya a nan:',
  labels: {
    amount: 'Kuɗin da za a biya',
    stillToPay: 'Abin da ya rage a biya',
    due: 'Ranar biya',
    invoice: 'Daftari',
    paid: 'Kuɗin da aka biya',
    givenBack: 'Kuɗin da aka mayar',
    on: 'Rana',
    by: 'Hanyar biya',
    reference: labels.reference,
  },
  methods,
  buttons: {
    viewAndPay: 'Ku duba ku biya',
    payTheRest: 'Ku biya sauran',
    viewReceipt: 'Ku duba rasit',
    viewInvoice: 'Ku duba daftari',
    answerQuote: 'Ku duba ku amsa',
    viewQuote: 'Ku sake duba shi',
  },
  orOpen: 'Ko kuma ku buɗe wannan adireshi:',
  attached: 'Yana haɗe da wannan saƙo a matsayin PDF.',
  footer: 'Duewell ne ya aika wannan saƙo a madadin {business}.',
  unsubscribe: 'A daina aiko min da tunatarwa ta imel',
  invoiceSent: {
    subject: 'Daftari {number} daga {business}',
    heading: 'Daftari {number}',
    body: '{business} sun aiko muku da daftari.',
    bodyWithTitle: '{business} sun aiko muku da daftari na {title}.',
  },
  invoiceRevised: {
    subject: 'An sauya: daftari {number} daga {business}',
    heading: 'An sauya daftari {number}',
    body: '{business} sun sauya wannan daftari. Wannan ya maye gurbin daftarin {replaced}. Don Allah ku yi amfani da wannan kaɗai.',
  },
  quoteSent: {
    subject: '{kind} {number} daga {business}',
    heading: '{kind} {number}',
    body: '{business} sun yi muku tayin {amount}. Za ku iya amincewa har zuwa {until}.',
    changed: 'Wannan ya maye gurbin wanda suka aiko a baya. Don Allah ku yi amfani da wannan kaɗai.',
    answer: 'A shafinsa za ku iya amincewa, ku ƙi, ko ku yi tambaya. Ba a bin ku komai kafin ku amince.',
  },
  quoteCode: {
    subject: 'Lambarku ta {kind} {number}',
    heading: 'Lambarku',
    body: '{business} na neman lamba kafin ku amince da {kind} {number}. Ku rubuta ta a shafin tayin. Tana aiki sau ɗaya, cikin minti 15.',
    label: 'Lamba',
    keep: 'Kada ku faɗa wa kowa: ko mu, ko {business}. Idan ba ku ne kuka nema ba, ku yi watsi da saƙon nan.',
  },
  quoteAccepted: {
    subject: 'An amince: {kind} {number} daga {business}',
    heading: 'Kun amince da {number}',
    body: 'Mun gode. {business} sun san kun amince da {kind} {number} na {amount}.',
  },
  reminder: {
    before: {
      subject: 'Tunatarwa: daftari {number} daga {business}',
      heading: 'Saura {days} a biya daftari {number}',
      body: alreadyPaid,
    },
    today: {
      subject: 'Tunatarwa: daftari {number} daga {business}',
      heading: 'Yau ce ranar biyan daftari {number}',
      body: alreadyPaid,
    },
    late: {
      subject: 'Tunatarwa: daftari {number} daga {business}',
      heading: 'Ranar biyan daftari {number} ta wuce da {days}',
      body: `Don Allah ku biya a cikin wannan mako. ${alreadyPaid}`,
    },
    later: {
      subject: 'Ranar biyan daftari {number} daga {business} ta wuce',
      heading: 'Ranar biyan daftari {number} ta wuce da {days}',
      body: `Har yanzu {business} ba su ga kuɗinku ba. Don Allah ku biya cikin kwanaki kaɗan masu zuwa. Idan akwai kuskure a daftarin, ku sanar da {business} domin a gyara. ${alreadyPaid}`,
    },
    firm: {
      subject: 'Ranar biyan daftari {number} daga {business} ta wuce da {days}',
      heading: 'Ranar biyan daftari {number} ta wuce da {days}',
      body: 'Har yanzu {business} suna jiran kuɗinku. Don Allah ku biya yau, ko ku gaya wa {business} ranar da za ku biya. Idan ba za ku iya biyan duka a lokaci ɗaya ba, ku tambayi {business} ko za ku iya biya kaɗan kaɗan.',
    },
  },
  promiseDue: {
    subject: 'Biyan daftari {number} ga {business}',
    heading: 'Kun ce {promised}',
    body: `Ba a gama biyan daftari {number} ba tukuna. ${alreadyPaid}`,
  },
  receipt: {
    subject: 'Rasit na daftari {number}',
    subjectOfThem: 'Rasit na daftari {number}',
    heading: 'Mun gode da biyanku',
    body: 'Kuɗin da kuka biya {business} ya iso.',
    rest: 'Abin da ya rage a biya na wannan daftari: {balance}.',
    restOfThem: 'Abin da ya rage a biya a kansu: {balance}.',
    early: 'Kun biya da wuri, don haka an rage {early}. Ba a bin ku komai kuma.',
    over: 'Kun biya {over} fiye da abin da ake bin ku. {business} na ajiye muku shi. Ku ce su yi amfani da shi a wani daftari, ko su mayar muku.',
    recorded: sentences.recorded,
    inStatement: sentences.inStatement,
  },
  refundSent: {
    subject: '{business} sun mayar muku da {amount}',
    heading: 'Kuɗinku na kan hanyar dawowa',
    body: '{business} sun mayar da {amount} daga abin da kuka biya na daftari {number}. Kuɗin zai koma kati ko asusun da kuka biya da shi; wasu bankuna kan ɗauki har kwanakin aiki goma kafin ya bayyana.',
  },
  refundReversed: {
    subject: '{amount} da kuka biya {business} ya koma gare ku',
    heading: 'Kuɗinku ya koma gare ku',
    label: 'Kuɗin da ya koma',
    body: 'Banki ko kamfanin biyan kuɗi ne ya mayar da {amount} daga abin da kuka biya {business} na daftari {number}, saboda haka ba ya hannun {business} yanzu.',
    owed: 'Ana sake bin ku wannan kuɗi. Abin da ya rage a biya na daftari {number}: {balance}.',
  },
  creditNote: {
    subject: 'Takardar ragi {note} daga {business}',
    heading: 'Takardar ragi gare ku',
    body: '{business} sun rage muku {amount} a daftari {number}.',
    owed: 'Abin da ake bin ku a wannan daftari ya ragu da {owed}.',
    credit: '{credit} na nan a wurin {business} a matsayin ajiyarku.',
    refund: '{refund} zai koma kati ko asusun da kuka biya da shi.',
    gaveBack: '{business} sun ce sun mayar muku da {gaveBack}. Idan ba ku same shi ba, ku tambaye su.',
  },
  creditNoteWithdrawn: {
    subject: '{business} sun janye takardar ragi {note}',
    heading: 'An janye takardar ragi',
    body: '{business} sun janye takardar ragi {note} ta {amount} a kan daftari {number}. Ba ta aiki kuma.',
    early: 'Rangwamen biyan wannan daftari da wuri ne.',
    asked: 'Yanzu ana bin ku {asked} a wannan daftari.',
    credit: '{credit} na ajiyarku a wurin {business} ya sake biyan wannan daftari.',
  },
  certificateReminder: {
    subject: 'Takardar shaidar haraji ta daftari {number}',
    heading: 'Don Allah ku aiko da takardar shaidar haraji',
    body: 'Da kuka biya daftari {number}, kun riƙe {amount} a matsayin harajin da ake cirewa (withholding tax). {business} na bukatar takardar shaidarsa.',
    kept: 'Harajin da aka riƙe',
    reply:
      'Ku amsa wannan saƙo da hoto ko PDF ɗin takardar. Ba a bin ku wani kuɗi a wannan daftari. Idan kun riga kun aiko, mun gode.',
  },
  customerStatement: {
    subject: 'Bayanin asusu daga {business}, {to}',
    heading: 'Bayanin asusunku',
    body: 'Ga bayanin asusunku har zuwa {to}.',
    owes: '{business} na bin ku {amount}.',
    credit: '{amount} na nan a wurin {business} a matsayin ajiyarku.',
    nothing: '{business} ba sa bin ku komai.',
    all: 'Ku duba dukkan daftarinku daga {business}',
  },
  portalLinks: {
    subject: 'Adireshin daftarinku',
    heading: 'Daftarinku',
    body: 'Ga adireshin da kuka nema. Yana aiki sau ɗaya, cikin minti 15.',
    bodies:
      'Ga adiresoshin da kuka nema, ɗaya ga kowane kasuwanci. Kowanne yana aiki sau ɗaya, cikin minti 15.',
    link: 'Ku nuna min daftarina daga {business}',
    footer: 'Kun samu wannan saboda wani ya nema da adireshinku. Idan ba ku ba ne, ku yi watsi da saƙon nan.',
  },
  exemptionRequest: {
    subject: 'Daftari {number}: don Allah kada ku cire haraji',
    heading: 'Don Allah ku biya ba tare da cire haraji ba',
    body: 'Don Allah ku biya daftari {number} gaba ɗaya, {amount}, ba tare da cire haraji (withholding tax) ba.',
    reason:
      'Bisa ga dokokin withholding tax na 2024, ba a cire haraji daga ƙaramin kamfani, ko sana’ar da ba kamfani ba, idan tana da lambar haraji kuma abin da take kawo muku bai wuce {upTo} a wata ɗaya ba. {business} irin wannan sana’a ce, kuma abin da suka kawo muku a watan wannan daftari bai wuce haka ba.',
    taxId: 'Lambar harajinmu',
    reply: 'Idan kun ga ba haka ba ne, don Allah ku amsa wannan saƙo.',
  },
  savedCard,
  whatsapp: {
    invoice_ready: 'Daftari daga {business}: {amount}, ranar biya {due}. Lambar daftari: {number}.',
    invoice_revised:
      'Daftarin da aka sauya daga {business}: {amount}, ranar biya {due}. Ya maye gurbin daftarin {replaced}. Lambar daftari: {number}.',
    invoice_due: 'Ranar biyan daftarinku daga {business} na {amount} ita ce {when}.',
    invoice_overdue: 'Ranar biyan daftarinku daga {business} na {amount} ta wuce tun {when}.',
    invoice_firm:
      'Ranar biyan daftarinku daga {business} na {amount} ta wuce tun {when}. Don Allah ku biya yau, ko ku gaya mana ranar da za ku biya.',
    invoice_promise: 'Kun gaya wa {business} cewa za ku biya {amount} ranar {promised}.',
    payment_receipt: 'Kuɗinku ya isa ga {business}: {amount}, {paidOn}. Lambar daftari: {number}. Mun gode.',
    payment_refund:
      'Mayar da kuɗi daga {business}: {amount} na kan hanyar dawowa gare ku. Lambar daftari: {number}. Wasu bankuna kan ɗauki har kwanakin aiki goma.',
    owner_payment_share:
      'Biya: {customer} ya biya {amount} na daftari {number}. {net} naku ne, kuɗin aiki {fee}. Kuɗin yana asusunku na Duewell.',
  },
  buttonHint: {
    pay: 'Ku danna maɓallin domin ku duba ku biya.',
    receipt: 'Ku danna maɓallin domin ku duba rasit.',
  },
  buttonTitle: { pay: 'Ku duba ku biya', receipt: 'Ku duba rasit' },
};
