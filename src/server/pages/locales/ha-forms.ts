import type { FormTexts } from './en-forms.ts';

export const forms: FormTexts = {
  shop: {
    notFound: {
      title: 'Wannan adireshi bai kai ga wani shago ba',
      text: 'Don Allah ku sake duba fastar, ko ku ɗauki hoton lambar da ke kanta.',
    },
    elsewhere: {
      title: 'Wannan fom ya fito daga wani shafi daban',
      text: 'Ba a cire kuɗi ba. Don Allah ku sake ɗaukar hoton lambar da ke kan fastar.',
    },
    tooLarge: {
      title: 'Rubutun ya yi yawa',
      text: 'Ba a cire kuɗi ba. Don Allah ku rubuta kaɗan.',
    },
    busy: 'Ana biyan kuɗi da yawa a nan yanzu. Ba a cire kuɗi ba. Don Allah ku sake gwadawa nan da mintuna kaɗan.',
    title: 'Ku biya {business}',
    titleAgain: 'Don Allah ku duba: Ku biya {business}',
    description: 'Ku rubuta abin da za ku biya {business} a wurin biya.',
    wrongField: 'Ba a cire kuɗi ba. Don Allah ku duba gurbin da aka nuna a ƙasa.',
    wrongFields: 'Ba a cire kuɗi ba. Don Allah ku duba guraben da aka nuna a ƙasa.',
    amount: 'Adadin kuɗi a naira',
    amountHint: 'Daga ₦100 zuwa ₦10,000,000',
    purpose: 'Na mene ne (ba dole ba)',
    name: 'Sunanku (ba dole ba)',
    submit: 'A ci gaba zuwa biya',
    next: 'Mataki na gaba, ku zaɓi yadda za ku biya: tura kuɗi ta banki, kati ko USSD. Ba a cire kuɗi kafin haka.',
    problems: {
      amount_missing: 'Ku rubuta adadin da za ku biya',
      amount_unreadable: 'Ku rubuta adadin a naira, misali 2500',
      amount_fraction: 'Ku rubuta kobo da lambobi biyu kawai, misali 2500.50',
      amount_too_small: 'Mafi ƙarancin abin da za a iya biya a nan shi ne {limit}',
      amount_too_large: 'Mafi yawan abin da za a iya biya a nan a lokaci ɗaya shi ne {limit}',
      too_long: 'Kada ya wuce haruffa {limit}',
      characters: 'Akwai haruffan da ba za mu iya adanawa ba a wannan rubutu',
    },
    ended: {
      title: 'An daina amfani da wannan fasta',
      text: '{business} suna da sabuwa. Don Allah ku tambaye su, kuma kada ku biya a nan.',
    },
  },
  verify: {
    failure:
      'Ba mu iya bincika takardar ba. Don Allah kada ku biya kafin a bincika. Ku sake gwadawa nan da ɗan lokaci.',
    title: 'A bincika daftari ko rasit',
    titleFound: 'Binciken takarda daga {business}',
    description: 'Ko daftari ko rasit na gaskiya ne, ta lambar da aka buga a kansa.',
    another: 'A bincika wata takarda',
    ask: 'Shin wannan takarda ta gaskiya ce?',
    askText: 'Ku rubuta lambar da aka buga a kan daftarin ko rasit ɗin, kusa da hoton murabba’i.',
    typo: 'Ba haka ake rubuta lambobinmu ba.',
    typoText:
      'Ku sake duba takardar: haruffa goma sha biyu a rukuni uku, daga waɗannan kawai: {letters}. Babu harafin O, kuma babu lambar 0 ko 1. Idan da gaske takardar tana da wata lamba daban, ba tamu ba ce: kada ku biya.',
    unknown: 'Babu takardarmu mai wannan lamba',
    unknownWarning: 'Idan wani ne ya ba ku, kada ku biya.',
    unknownText:
      'Ku tambayi mai sayarwar da kanku, ta lambar wayar da kuka sani kafin ku sami wannan takarda, ba wadda aka buga a kanta ba.',
    code: 'Lambar da ke kan takardar',
    codeAgain: 'Ku sake rubutawa',
    submit: 'A bincika',
    known:
      'An tabbatar da adireshin imel ɗinsa, kuma bayanansa sun cika. Ba mu ɗauki alhakin abin da yake sayarwa ba.',
    unfinished: 'Wannan kasuwanci bai gama rajista da Duewell ba. Ku yi hankali.',
    compare: 'Ku kwatanta da takardarku',
    different:
      'Akwai abin da ya bambanta? To an sauya takardar: kada ku biya, ku tambayi mai sayarwar ta lambar wayar da kuka sani tun da farko.',
    differentReceipt:
      'Akwai abin da ya bambanta? To an sauya takardar: kada ku dogara da ita, ku tambayi mai sayarwar ta lambar wayar da kuka sani tun da farko.',
    account: 'Asusun da ke kan takardar gaskiya',
    points: {
      account: 'Banki, lambar asusu da sunan mai asusu, lamba bayan lamba',
      invoice: 'Lambar {number}, jimla da ranar biya',
      receipt: 'Lambar {number}, adadin kuɗi da rana',
      paidInvoice: 'Daftarin {number} da aka biya',
      paidInvoices: 'Daftari {number} da aka biya',
      business: 'Sunan {business} da zanensa, kamar yadda yake a saman wannan shafi',
    },
    verdicts: {
      open: {
        title: 'Wannan daftari na gaskiya ne',
        text: '{business} ne suka yi shi da Duewell. Ku biya ne kawai idan duk waɗannan suna kan takardarku ma.',
      },
      paid: {
        title: 'Na gaskiya ne, kuma an riga an biya',
        text: 'An biya daftari {number}. Babu sauran bashi a kansa: kada ku sake biya.',
      },
      paidOn: 'An biya daftari {number} ranar {date}. Babu sauran bashi a kansa: kada ku sake biya.',
      cancelled: {
        title: 'An soke wannan daftari',
        text: '{business} ne suka yi daftari {number}, kuma sun janye shi. Kada ku biya.',
      },
      settled: {
        title: 'Na gaskiya ne, kuma babu sauran abin biya',
        text: '{business} ne suka yi daftari {number}, kuma ba sa neman komai kuma a kansa.',
      },
      asked: {
        title: 'Ba a biya komai a kan wannan ba',
        text: 'Wani ne ya nemi biyan {business} a wurin biya, inda kowa zai iya rubuta suna da dalilin biya. Ba daftari ne da {business} suka rubuta ba: kada ku dogara da shi.',
      },
      draft: {
        title: 'Ba a aika wannan daftari ba tukuna',
        text: '{business} sun yi daftari {number} amma ba su aika ba. Ku nemi su aiko kafin ku biya.',
      },
      receipt: 'Wannan rasit na gaskiya ne',
      receiptPartRefunded: 'Na gaskiya ne, amma an mayar da wani ɓangare',
      receiptRefunded: 'Na gaskiya ne, amma an mayar da kuɗin',
      creditNote: {
        title: 'Wannan takardar ragi ta gaskiya ce',
        text: '{business} ne suka bayar da takardar ragi {number} ta daftari {invoice}.',
      },
      withdrawn: {
        title: 'An janye wannan takardar ragi',
        text: '{business} sun bayar da takardar ragi {number}, kuma sun janye ta. Ba ta aiki kuma.',
      },
    },
  },
  portal: {
    ask: {
      title: 'Ku duba dukkan daftarinku',
      text: 'Ku rubuta adireshin imel ɗin da daftarinku ke zuwa. Za mu aika masa da adireshin shafinku.',
      label: 'Imel ɗinku',
      button: 'A aiko min da adireshin',
      wrong: 'Ku rubuta adireshin imel, kamar ngozi@example.com',
    },
    asked: {
      title: 'Ku duba imel ɗinku',
      text: 'Idan wani kasuwanci a nan ya san wannan adireshi, saƙo yana kan hanya. Yana aiki sau ɗaya, cikin minti 15. Babu abin da ya zo? Ku duba spam, ko ku nemi adireshi daga kasuwancin.',
    },
    open: {
      title: 'Daftarinku daga {business}',
      text: 'Ku danna maɓallin don ganin su. Za su kasance a buɗe a wannan na’ura tsawon awa 24.',
      button: 'Ku nuna min daftarina',
    },
    gone: {
      title: 'Ku nemi sabo',
      text: 'An riga an yi amfani da wannan adireshi, ko ya tsufa, ko an rufe shi.',
      button: 'Ku nemi sabon adireshi',
    },
    failure:
      'Idan yanzu kuka biya ko kuka yi amfani da ajiyarku, don Allah kada ku sake yi. Ku sake buɗe shafinku nan da ɗan lokaci.',
    description: 'Abin da {business} ke bin ku, abin da kuka biya, da rasitanku.',
    owes: {
      one: '{business} na bin ku {amount} a kan daftari 1.',
      other: '{business} na bin ku {amount} a kan daftari {count}.',
    },
    pay: {
      ticked: 'Ku biya daftarin da kuka zaɓa',
      one: 'Ku biya daftari 1, {amount}',
      other: 'Ku biya daftari {count}, {amount}',
      most: 'Ku zaɓi har {most} don biya a lokaci guda.',
      none: 'Ku zaɓi aƙalla daftari ɗaya wanda ya rage a biya.',
      down: 'Kamfanin biyan kuɗi ba ya amsawa. Don Allah ku sake gwadawa nan da ɗan lokaci.',
      credit: 'Ku biya da ajiyarku ta {amount}',
      creditUsed: 'An yi amfani da {amount} na ajiyarku don {invoices}.',
      noCredit: 'Babu sauran ajiyarku da za a yi amfani da ita.',
      leftOut: {
        one: 'An bar daftari 1. Ba a neman komai a kansa yanzu, ko ba naku ba ne.',
        other: 'An bar daftari {count}. Ba a neman komai a kansu yanzu, ko ba naku ba ne.',
      },
      paid: 'Mun gode. An sanar da {business}. An biya duk daftarin da kuka zaɓa.',
      all: 'Ku koma ga dukkan daftarinku',
    },
    quotes: 'Tayin farashi',
    receipts: 'Rasitai',
    creditNotes: 'Takardun ragi',
    statement: 'Bayanin asusunku',
    movements: 'Daftarai da biyan kuɗi (PDF)',
    openItems: 'Abin da ya rage a biya (PDF)',
    older: 'Tsofaffin suna cikin bayanin asusunku.',
    logOut: 'Ku fita',
  },
  unsubscribe: {
    notFound: {
      title: 'Wannan adireshi bai kai ko’ina ba',
      text: 'Don Allah ku sake buɗe shi daga saƙon. Wasu manhajoji sukan yanke ƙarshen dogon adireshi.',
    },
    failure: 'Ba a sauya komai ba. Don Allah ku sake gwadawa nan da ɗan lokaci.',
    reminders: {
      asked: {
        title: 'A daina tunatarwa daga {business}?',
        text: '{business} ba za su ƙara tunatar da {to} game da daftari ta imel ba. Daftari da rasit za su ci gaba da zuwa.',
        button: 'A daina tunatarwa',
      },
      ended: {
        title: 'An daina tunatarwa',
        text: '{business} ba za su ƙara tunatar da {to} ta imel ba. Daftari da rasit za su ci gaba da zuwa.',
        button: 'A janye: a ci gaba da tunatarwa',
      },
      undone: {
        title: 'Tunatarwa za ta ci gaba da zuwa',
        text: '{business} za su iya tunatar da {to} game da daftari ta imel, kamar da.',
        button: 'A daina tunatarwa',
      },
    },
    notifications: {
      asked: {
        title: 'A daina aika imel irin wannan?',
        text: '{subject} na {business} ba zai ƙara zuwa {to} ta imel ba.',
        button: 'A daina aika waɗannan imel',
      },
      ended: {
        title: 'An daina aika waɗannan imel',
        text: '{subject} na {business} ba zai ƙara zuwa {to} ba. Kuna iya sauya wannan a saitunanku ma.',
        button: 'A janye: a ci gaba da aikawa',
      },
      undone: {
        title: 'Waɗannan imel za su ci gaba da zuwa',
        text: '{subject} na {business} zai zo {to}, kamar da.',
        button: 'A daina aika waɗannan imel',
      },
    },
    subjects: {
      payment_received: 'Labarin kuɗin da aka biya',
      payment_refunded: 'Labarin kuɗin da aka mayar',
      withdrawal_finished: 'Labarin cire kuɗi',
      invoice_overdue: 'Labarin daftarin da ranar biyansa ta wuce',
      quote_answered: 'Labarin tayin farashi',
      message_failed: 'Labarin saƙonnin da ba su isa ba',
      weekly_summary: 'Taƙaitaccen bayanin mako',
    },
  },
};
