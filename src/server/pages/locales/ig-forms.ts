import type { FormTexts } from './en-forms.ts';

export const forms: FormTexts = {
  shop: {
    notFound: {
      title: 'Adreesị a adịghị eduga n’ụlọ ahịa ọ bụla',
      text: 'Biko lee posta ahụ ọzọ, ma ọ bụ nyochaa koodu dị na ya.',
    },
    elsewhere: {
      title: 'Fọm a sitere n’ibe ọzọ',
      text: 'Ewepụghị ego ọ bụla. Biko nyochaa koodu dị na posta ahụ ọzọ.',
    },
    tooLarge: {
      title: 'Ihe e dere karịrị akarị',
      text: 'Ewepụghị ego ọ bụla. Biko dee obere ihe.',
    },
    busy: 'Ọtụtụ ịkwụ ụgwọ na-aga ebe a ugbu a. Ewepụghị ego ọ bụla. Biko nwalee ọzọ n’ime nkeji ole na ole.',
    title: 'Kwụọ {business} ụgwọ',
    titleAgain: 'Biko lelee: Kwụọ {business} ụgwọ',
    description: 'Pịnye ego ị ga-akwụ {business} n’ebe a na-akwụ ụgwọ.',
    wrongField: 'Ewepụghị ego ọ bụla. Biko lee ebe e gosiri n’okpuru.',
    wrongFields: 'Ewepụghị ego ọ bụla. Biko lee ebe niile e gosiri n’okpuru.',
    amount: 'Ego ole na naịra',
    amountHint: 'Site na ₦100 ruo ₦10,000,000',
    purpose: 'Gịnị ka ọ bụ maka ya (ọ bụghị iwu)',
    name: 'Aha gị (ọ bụghị iwu)',
    submit: 'Gaa n’ihu ịkwụ ụgwọ',
    next: 'Mgbe e mesịrị, ị ga-ahọrọ otu ị ga-esi kwụọ: nnyefe ego n’ụlọ akụ, kaadị ma ọ bụ USSD. A gaghị ewepụ ego ọ bụla tupu mgbe ahụ.',
    problems: {
      amount_missing: 'Pịnye ego ị ga-akwụ',
      amount_unreadable: 'Pịnye ego ahụ na naịra, dịka 2500',
      amount_fraction: 'Jiri naanị ọnụọgụ abụọ pịnye kobo, dịka 2500.50',
      amount_too_small: 'Ego kacha nta a pụrụ ịkwụ ebe a bụ {limit}',
      amount_too_large: 'Ego kacha ukwuu a pụrụ ịkwụ ebe a otu mgbe bụ {limit}',
      too_long: 'Ka ọ ghara ịkarị mkpụrụedemede {limit}',
      characters: 'Ihe a e dere nwere akara anyị na-enweghị ike idebe',
    },
    ended: {
      title: 'A naghị ejizi posta a',
      text: '{business} nwere nke ọhụrụ. Biko jụọ ha maka ya, akwụkwala ụgwọ ebe a.',
    },
  },
  verify: {
    failure:
      'Anyị enweghị ike ilele akwụkwọ ahụ. Biko akwụla ụgwọ tupu e lelee ya. Nwalee ọzọ n’oge na-adịghị anya.',
    title: 'Lelee akwụkwọ ụgwọ ma ọ bụ resịt',
    titleFound: 'Nlele akwụkwọ sitere na {business}',
    description: 'Ma akwụkwọ ụgwọ ma ọ bụ resịt ọ̀ bụ ezigbo ya, site na koodu e biri na ya.',
    another: 'Lelee akwụkwọ ọzọ',
    ask: 'Akwụkwọ a ọ̀ bụ ezigbo ya?',
    askText: 'Pịnye koodu e biri n’akwụkwọ ụgwọ ma ọ bụ resịt ahụ, n’akụkụ foto nwere akụkụ anọ.',
    typo: 'Ọ bụghị otú a ka e si ede koodu anyị.',
    typoText:
      'Lee akwụkwọ ahụ ọzọ: mkpụrụedemede iri na abụọ n’ìgwè atọ, sitere naanị na ndị a: {letters}. Mkpụrụedemede O adịghị, ọnụọgụ 0 ma ọ bụ 1 adịghịkwa. Ọ bụrụ na akwụkwọ ahụ nwere koodu ọzọ n’eziokwu, ọ bụghị nke anyị: akwụla ụgwọ.',
    unknown: 'O nweghị akwụkwọ anyị nwere koodu a',
    unknownWarning: 'Ọ bụrụ na mmadụ nyere gị ya, akwụla ụgwọ.',
    unknownText:
      'Jụọ azụmahịa ahụ n’onwe gị, na nọmba ị maara tupu i nweta akwụkwọ a, ọ bụghị nke e biri na ya.',
    code: 'Koodu dị n’akwụkwọ ahụ',
    codeAgain: 'Pịnye ya ọzọ',
    submit: 'Lelee ya',
    known: 'A kwadoro adreesị email ya, nkọwa ya zukwara oke. Anyị anaghị agba akaebe maka ihe ọ na-ere.',
    unfinished: 'Azụmahịa a emechabeghị ndebanye aha ya na Duewell. Kpachara anya.',
    compare: 'Jiri ya tụnyere akwụkwọ gị',
    different:
      'O nwere ihe dị iche? Ya bụ na a gbanwere akwụkwọ ahụ: akwụla ụgwọ, jụọkwa azụmahịa ahụ na nọmba ị maara na mbụ.',
    differentReceipt:
      'O nwere ihe dị iche? Ya bụ na a gbanwere akwụkwọ ahụ: atụkwasịla ya obi, jụọkwa azụmahịa ahụ na nọmba ị maara na mbụ.',
    account: 'Akaụntụ dị n’ezigbo akwụkwọ ahụ',
    points: {
      account: 'Ụlọ akụ, nọmba akaụntụ na aha akaụntụ, ọnụọgụ n’otu n’otu',
      invoice: 'Nọmba {number}, ngụkọta na ụbọchị ịkwụ ụgwọ',
      receipt: 'Nọmba {number}, ego ole na ụbọchị',
      paidInvoice: 'Akwụkwọ ụgwọ {number} a kwụrụ ya maka ya',
      paidInvoices: 'Akwụkwọ ụgwọ {number} a kwụrụ ya maka ha',
      business: 'Aha {business} na akwa ya, dịka ọ dị n’elu ibe a',
    },
    verdicts: {
      open: {
        title: 'Akwụkwọ ụgwọ a bụ ezigbo ya',
        text: '{business} ji Duewell mee ya. Kwụọ ya naanị ma ọ bụrụ na ihe ndị a niile dịkwa n’akwụkwọ gị.',
      },
      paid: {
        title: 'Ọ bụ ezigbo ya, a kwụọlakwa ya',
        text: 'A kwụọla akwụkwọ ụgwọ {number}. O nweghị ihe fọdụrụ na ya: akwụla ya ọzọ.',
      },
      paidOn: 'A kwụrụ akwụkwọ ụgwọ {number} na {date}. O nweghị ihe fọdụrụ na ya: akwụla ya ọzọ.',
      cancelled: {
        title: 'A kagburu akwụkwọ ụgwọ a',
        text: '{business} mere akwụkwọ ụgwọ {number} ma kagbuo ya. Akwụla ya.',
      },
      settled: {
        title: 'Ọ bụ ezigbo ya, ọ nweghịkwa ihe fọdụrụ ịkwụ',
        text: '{business} mere akwụkwọ ụgwọ {number}, ha anaghịkwa arịọ ihe ọ bụla ọzọ maka ya.',
      },
      asked: {
        title: 'A kwụghị ihe ọ bụla maka nke a',
        text: 'Mmadụ chọrọ ịkwụ {business} n’ebe a na-akwụ ụgwọ, ebe onye ọ bụla nwere ike ịpịnye aha na ihe ọ bụ maka ya. Ọ bụghị akwụkwọ ụgwọ {business} dere: atụkwasịla ya obi.',
      },
      draft: {
        title: 'E zipụbeghị akwụkwọ ụgwọ a',
        text: '{business} mere akwụkwọ ụgwọ {number} mana o zipụbeghị ya. Gwa ha ka ha zipụ ya tupu ị kwụọ.',
      },
      receipt: 'Resịt a bụ ezigbo ya',
      receiptPartRefunded: 'Ọ bụ ezigbo ya, mana e nyeghachila akụkụ ya',
      receiptRefunded: 'Ọ bụ ezigbo ya, mana e nyeghachila ego ahụ',
      creditNote: {
        title: 'Akwụkwọ mbelata ụgwọ a bụ ezigbo ya',
        text: '{business} nyere akwụkwọ mbelata ụgwọ {number} maka akwụkwọ ụgwọ {invoice}.',
      },
      withdrawn: {
        title: 'Ewepụla akwụkwọ mbelata ụgwọ a',
        text: '{business} nyere akwụkwọ mbelata ụgwọ {number} wee wepụ ya. Ọ naghịzi arụ ọrụ.',
      },
    },
  },
  portal: {
    ask: {
      title: 'Lee akwụkwọ ụgwọ gị niile',
      text: 'Pịnye adreesị email akwụkwọ ụgwọ gị na-abịa. Anyị ga-eziga ya njikọ nke peeji gị.',
      label: 'Email gị',
      button: 'Zitere m njikọ ahụ',
      wrong: 'Pịnye adreesị email gị, dịka ngozi@example.com',
    },
    asked: {
      title: 'Lelee email gị',
      text: 'Ọ bụrụ na azụmahịa dị ebe a maara adreesị a, njikọ na-abịa. Ọ na-arụ ọrụ otu ugboro, nkeji 15. Ọ dịghị ihe bịara? Lelee spam, ma ọ bụ rịọ azụmahịa ahụ njikọ.',
    },
    open: {
      title: 'Akwụkwọ ụgwọ gị sitere na {business}',
      text: 'Pịa bọtịnụ ka ị hụ ha. Ha ga-anọ na-emeghe na ngwa a awa 24.',
      button: 'Gosi m akwụkwọ ụgwọ m',
    },
    gone: {
      title: 'Rịọ nke ọhụrụ',
      text: 'E jirila njikọ a mbụ, o meela ochie, ma ọ bụ akwụsịla ya.',
      button: 'Rịọ njikọ ọhụrụ',
    },
    failure:
      'Ọ bụrụ na ị kwụrụ ụgwọ ugbu a ma ọ bụ jiri ego gị dị n’aka ha, biko emela ya ọzọ. Mepee peeji gị ọzọ n’oge na-adịghị anya.',
    description: 'Ihe i ji {business}, ihe ị kwụrụ, na resịt gị.',
    owes: {
      one: 'I ji {business} ụgwọ {amount} na akwụkwọ ụgwọ 1.',
      other: 'I ji {business} ụgwọ {amount} na akwụkwọ ụgwọ {count}.',
    },
    pay: {
      ticked: 'Kwụọ akwụkwọ ụgwọ ndị ị họọrọ',
      one: 'Kwụọ akwụkwọ ụgwọ 1, {amount}',
      other: 'Kwụọ akwụkwọ ụgwọ {count}, {amount}',
      most: 'Họrọ ruo {most} ka ị kwụọ otu ugboro.',
      none: 'Họrọ opekata mpe otu akwụkwọ ụgwọ fọdụrụ ịkwụ.',
      down: 'Ụlọ ọrụ ịkwụ ụgwọ anaghị aza. Biko nwalee ọzọ n’oge na-adịghị anya.',
      credit: 'Jiri {amount} gị dị n’aka ha kwụọ',
      creditUsed: 'E jirila {amount} n’ime ego gị dị n’aka ha kwụọ {invoices}.',
      noCredit: 'O nweghị ego gị fọdụrụ n’aka ha iji kwụọ.',
      leftOut: {
        one: 'E wepụrụ akwụkwọ ụgwọ 1. Ọ naghị arịọ ego ugbu a, ma ọ bụ na ọ bụghị nke gị.',
        other: 'E wepụrụ akwụkwọ ụgwọ {count}. Ha anaghị arịọ ego ugbu a, ma ọ bụ na ha abụghị nke gị.',
      },
      paid: 'Daalụ. A gwala {business}. A kwụọla akwụkwọ ụgwọ niile ị họọrọ.',
      all: 'Laghachi n’akwụkwọ ụgwọ gị niile',
    },
    quotes: 'Akwụkwọ ọnụ ahịa',
    receipts: 'Resịt gị',
    creditNotes: 'Akwụkwọ mbelata ụgwọ gị',
    statement: 'Ndekọ ego gị',
    movements: 'Akwụkwọ ụgwọ na ego akwụrụ (PDF)',
    openItems: 'Ihe fọdụrụ ịkwụ (PDF)',
    older: 'Ndị ochie dị na ndekọ ego gị.',
    logOut: 'Pụọ ugbu a',
  },
  unsubscribe: {
    notFound: {
      title: 'Njikọ a adịghị eduga ebe ọ bụla',
      text: 'Biko mepee ya ọzọ site n’ozi ahụ. Ụfọdụ ngwa na-ebipụ ọgwụgwụ adreesị dị ogologo.',
    },
    failure: 'Agbanweghị ihe ọ bụla. Biko nwalee ọzọ n’oge na-adịghị anya.',
    reminders: {
      asked: {
        title: 'Ka ncheta sitere na {business} kwụsị?',
        text: '{business} agaghị echetakwara {to} akwụkwọ ụgwọ n’email ọzọ. Akwụkwọ ụgwọ na resịt ka ga-abịa.',
        button: 'Kwụsị ncheta',
      },
      ended: {
        title: 'Ncheta akwụsịla',
        text: '{business} agaghị echetakwara {to} n’email ọzọ. Akwụkwọ ụgwọ na resịt ka ga-abịa.',
        button: 'Mee ka ọ dị ka mbụ: ka ncheta bịawa',
      },
      undone: {
        title: 'Ncheta ga-abịa ọzọ',
        text: '{business} nwere ike ichetara {to} akwụkwọ ụgwọ n’email, dịka na mbụ.',
        button: 'Kwụsị ncheta',
      },
    },
    notifications: {
      asked: {
        title: 'Ka ụdị email a kwụsị?',
        text: '{subject} nke {business} agaghị abịakwa na {to} n’email ọzọ.',
        button: 'Kwụsị ụdị email a',
      },
      ended: {
        title: 'Ụdị email a akwụsịla',
        text: '{subject} nke {business} agaghị abịakwa na {to} ọzọ. Ị nwere ike ịgbanwe ya na ntọala gị.',
        button: 'Mee ka ọ dị ka mbụ: ka ha bịawa',
      },
      undone: {
        title: 'Ụdị email a ga-abịa ọzọ',
        text: '{subject} nke {business} ga-abịa na {to}, dịka na mbụ.',
        button: 'Kwụsị ụdị email a',
      },
    },
    subjects: {
      payment_received: 'Akụkọ banyere ego batara',
      payment_refunded: 'Akụkọ banyere ego e nyeghachiri',
      withdrawal_finished: 'Akụkọ banyere ego e wepụrụ',
      invoice_overdue: 'Akụkọ banyere akwụkwọ ụgwọ oge ya gafere',
      quote_answered: 'Akụkọ banyere akwụkwọ ọnụ ahịa',
      message_failed: 'Akụkọ banyere ozi na-erughị',
      weekly_summary: 'Nchịkọta nke izu',
    },
  },
};
