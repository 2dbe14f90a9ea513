import type { FormTexts } from './en-forms.ts';

export const forms: FormTexts = {
  shop: {
    notFound: {
      title: 'Àdírẹ́sì yìí kò darí sí ṣọ́ọ̀bù kankan',
      text: 'Ẹ jọ̀wọ́, ẹ tún wo pósítà náà, tàbí kí ẹ ya kóòdù tó wà lórí rẹ̀.',
    },
    elsewhere: {
      title: 'Fọ́ọ̀mù yìí wá láti ojú ewé mìíràn',
      text: 'A kò yọ owó kankan. Ẹ jọ̀wọ́, ẹ tún ya kóòdù tó wà lórí pósítà náà.',
    },
    tooLarge: {
      title: 'Ọ̀rọ̀ náà ti pọ̀ jù',
      text: 'A kò yọ owó kankan. Ẹ jọ̀wọ́, ẹ dín ọ̀rọ̀ kù.',
    },
    busy: 'Ọ̀pọ̀ ìsanwó ló ń lọ níbí báyìí. A kò yọ owó kankan. Ẹ jọ̀wọ́, ẹ tún gbìyànjú ní ìṣẹ́jú díẹ̀ sí i.',
    title: 'Ẹ sanwó fún {business}',
    titleAgain: 'Ẹ jọ̀wọ́, ẹ yẹ̀ ẹ́ wò: Ẹ sanwó fún {business}',
    description: 'Ẹ tẹ iye tí ẹ máa san fún {business} ní ibi ìsanwó.',
    wrongField: 'A kò yọ owó kankan. Ẹ jọ̀wọ́, ẹ wo àyè tí a sàmì sí nísàlẹ̀.',
    wrongFields: 'A kò yọ owó kankan. Ẹ jọ̀wọ́, ẹ wo àwọn àyè tí a sàmì sí nísàlẹ̀.',
    amount: 'Iye owó ní náírà',
    amountHint: 'Láti ₦100 sí ₦10,000,000',
    purpose: 'Fún kí ni (kò pọn dandan)',
    name: 'Orúkọ yín (kò pọn dandan)',
    submit: 'Ẹ tẹ̀síwájú láti sanwó',
    next: 'Lẹ́yìn èyí, ẹ máa yan bí ẹ ṣe máa sanwó: fífi owó ránṣẹ́ láti báńkì, káàdì tàbí USSD. A kò ní yọ owó kankan ṣáájú ìgbà náà.',
    problems: {
      amount_missing: 'Ẹ tẹ iye tí ẹ máa san',
      amount_unreadable: 'Ẹ tẹ iye náà ní náírà, bíi 2500',
      amount_fraction: 'Ẹ tẹ kọ́bọ̀ pẹ̀lú díjíìtì méjì péré, bíi 2500.50',
      amount_too_small: 'Iye tó kéré jù tí ẹ lè san níbí ni {limit}',
      amount_too_large: 'Iye tó pọ̀ jù tí ẹ lè san níbí lẹ́ẹ̀kan ni {limit}',
      too_long: 'Ẹ má jẹ́ kí ó ju lẹ́tà {limit} lọ',
      characters: 'Ọ̀rọ̀ yìí ní àwọn àmì tí a kò lè tọ́jú',
    },
    ended: {
      title: 'A kò lo pósítà yìí mọ́',
      text: '{business} ti ní tuntun. Ẹ jọ̀wọ́, ẹ béèrè rẹ̀ lọ́wọ́ wọn, kí ẹ má sì sanwó níbí.',
    },
  },
  verify: {
    failure: 'A kò lè yẹ ìwé náà wò. Ẹ jọ̀wọ́, ẹ má sanwó kí ẹ tó lè yẹ̀ ẹ́ wò. Ẹ tún gbìyànjú láìpẹ́.',
    title: 'Ẹ yẹ ìwé owó tàbí rìsíìtì wò',
    titleFound: 'Àyẹ̀wò ìwé láti ọ̀dọ̀ {business}',
    description: 'Bóyá ìwé owó tàbí rìsíìtì jẹ́ ojúlówó, nípasẹ̀ kóòdù tí a tẹ̀ sórí rẹ̀.',
    another: 'Ẹ yẹ ìwé mìíràn wò',
    ask: 'Ṣé ojúlówó ni ìwé yìí?',
    askText: 'Ẹ tẹ kóòdù tí a tẹ̀ sórí ìwé owó tàbí rìsíìtì náà, lẹ́gbẹ̀ẹ́ àwòrán onígun mẹ́rin.',
    typo: 'Kì í ṣe bí a ṣe ń kọ àwọn kóòdù wa nìyí.',
    typoText:
      'Ẹ tún wo ìwé náà: àmì méjìlá ní ìsọ̀rí mẹ́ta, láti inú ìwọ̀nyí nìkan: {letters}. Kò sí lẹ́tà O, kò sì sí díjíìtì 0 tàbí 1. Tí ìwé náà bá ní kóòdù mìíràn ní tòótọ́, kì í ṣe tiwa: ẹ má sanwó.',
    unknown: 'Kò sí ìwé wa kankan tó ní kóòdù yìí',
    unknownWarning: 'Tí ẹnì kan bá fún yín, ẹ má sanwó.',
    unknownText:
      'Ẹ bi oníṣòwò náà fúnra yín, lórí nọ́ńbà tí ẹ mọ̀ kí ẹ tó gba ìwé yìí, kì í ṣe èyí tí a tẹ̀ sórí rẹ̀.',
    code: 'Kóòdù tó wà lórí ìwé náà',
    codeAgain: 'Ẹ tún un tẹ̀',
    submit: 'Ẹ yẹ̀ ẹ́ wò',
    known: 'A ti fìdí àdírẹ́sì ímeèlì rẹ̀ múlẹ̀, àlàyé rẹ̀ sì pé. A kò ṣe onígbọ̀wọ́ ohun tó ń tà.',
    unfinished: 'Oníṣòwò yìí kò tíì parí ìforúkọsílẹ̀ rẹ̀ pẹ̀lú Duewell. Ẹ ṣọ́ra.',
    compare: 'Ẹ fi wé ìwé yín',
    different:
      'Ṣé nǹkan kan yàtọ̀? A jẹ́ pé wọ́n ti yí ìwé náà padà: ẹ má sanwó, kí ẹ sì bi oníṣòwò náà lórí nọ́ńbà tí ẹ ti mọ̀ tẹ́lẹ̀.',
    differentReceipt:
      'Ṣé nǹkan kan yàtọ̀? A jẹ́ pé wọ́n ti yí ìwé náà padà: ẹ má gbára lé e, kí ẹ sì bi oníṣòwò náà lórí nọ́ńbà tí ẹ ti mọ̀ tẹ́lẹ̀.',
    account: 'Àkáǹtì tó wà lórí ojúlówó ìwé náà',
    points: {
      account: 'Báńkì, nọ́ńbà àkáǹtì àti orúkọ àkáǹtì, díjíìtì kọ̀ọ̀kan',
      invoice: 'Nọ́ńbà {number}, àpapọ̀ àti ọjọ́ ìsanwó',
      receipt: 'Nọ́ńbà {number}, iye owó àti ọjọ́',
      paidInvoice: 'Ìwé owó {number} tí a san án fún',
      paidInvoices: 'Àwọn ìwé owó {number} tí a san án fún',
      business: 'Orúkọ {business} àti aṣọ rẹ̀, bó ṣe wà lókè ojú ewé yìí',
    },
    verdicts: {
      open: {
        title: 'Ojúlówó ni ìwé owó yìí',
        text: '{business} ló fi Duewell ṣe é. Ẹ san án kìkì tí gbogbo èyí bá wà lórí ìwé yín náà.',
      },
      paid: {
        title: 'Ojúlówó ni, a sì ti san án',
        text: 'A ti san ìwé owó {number}. Kò sí ohun tó kù lórí rẹ̀: ẹ má tún san án mọ́.',
      },
      paidOn: 'A san ìwé owó {number} ní {date}. Kò sí ohun tó kù lórí rẹ̀: ẹ má tún san án mọ́.',
      cancelled: {
        title: 'A ti fagi lé ìwé owó yìí',
        text: '{business} ló ṣe ìwé owó {number}, ó sì ti gbà á padà. Ẹ má san án.',
      },
      settled: {
        title: 'Ojúlówó ni, kò sì sí owó tó kù láti san',
        text: '{business} ló ṣe ìwé owó {number}, wọn kò sì béèrè ohunkóhun mọ́ lórí rẹ̀.',
      },
      asked: {
        title: 'A kò san ohunkóhun fún èyí',
        text: 'Ẹnì kan béèrè láti sanwó fún {business} ní ibi ìsanwó rẹ̀, níbi tí ẹnikẹ́ni ti lè tẹ orúkọ àti ìdí rẹ̀. Kì í ṣe ìwé owó tí {business} kọ: ẹ má gbára lé e.',
      },
      draft: {
        title: 'A kò tíì fi ìwé owó yìí ránṣẹ́',
        text: '{business} ti ṣe ìwé owó {number} ṣùgbọ́n kò tíì fi ránṣẹ́. Ẹ ní kí wọ́n fi ránṣẹ́ kí ẹ tó sanwó.',
      },
      receipt: 'Ojúlówó ni rìsíìtì yìí',
      receiptPartRefunded: 'Ojúlówó ni, ṣùgbọ́n a ti dá apá kan padà',
      receiptRefunded: 'Ojúlówó ni, ṣùgbọ́n a ti dá owó náà padà',
      creditNote: {
        title: 'Ojúlówó ni ìwé àdínkù owó yìí',
        text: '{business} ló ṣe ìwé àdínkù owó {number} fún ìwé owó {invoice}.',
      },
      withdrawn: {
        title: 'A ti fa ìwé àdínkù owó yìí padà',
        text: '{business} ṣe ìwé àdínkù owó {number}, wọ́n sì ti fà á padà. Kò ṣiṣẹ́ mọ́.',
      },
    },
  },
  portal: {
    ask: {
      title: 'Ẹ wo gbogbo ìwé owó yín',
      text: 'Ẹ tẹ àdírẹ́sì ímeèlì tí ìwé owó yín máa ń wá sí. A ó fi ìlà ojúewé yín ránṣẹ́ sí i.',
      label: 'Ímeèlì yín',
      button: 'Ẹ fi ìlà náà ránṣẹ́ sí mi',
      wrong: 'Ẹ tẹ àdírẹ́sì ímeèlì yín, bíi ngozi@example.com',
    },
    asked: {
      title: 'Ẹ wo ímeèlì yín',
      text: 'Bí ilé-iṣẹ́ kan níbí bá mọ àdírẹ́sì yìí, ìlà kan ń bọ̀. Ó ń ṣiṣẹ́ lẹ́ẹ̀kan, fún ìṣẹ́jú 15. Kò sí ohun tó dé? Ẹ wo spam, tàbí kí ẹ béèrè ìlà lọ́wọ́ ilé-iṣẹ́ náà.',
    },
    open: {
      title: 'Ìwé owó yín láti ọ̀dọ̀ {business}',
      text: 'Ẹ tẹ bọ́tìnnì láti rí wọn. Wọn yóò wà ní ṣíṣí lórí ẹ̀rọ yìí fún wákàtí 24.',
      button: 'Ẹ fi ìwé owó mi hàn mí',
    },
    gone: {
      title: 'Ẹ béèrè tuntun',
      text: 'A ti lo ìlà yìí tẹ́lẹ̀, ó ti pẹ́ jù, tàbí a ti parí rẹ̀.',
      button: 'Ẹ béèrè ìlà tuntun',
    },
    failure:
      'Tí ẹ bá ṣẹ̀ṣẹ̀ sanwó tàbí tí ẹ lo owó yín tó wà lọ́dọ̀ wọn, ẹ jọ̀wọ́, ẹ má tún un ṣe. Ẹ tún ojúewé yín ṣí láìpẹ́.',
    description: 'Ohun tí ẹ jẹ {business}, ohun tí ẹ ti san, àti rìsíìtì yín.',
    owes: {
      one: 'Ẹ jẹ {business} ní {amount} lórí ìwé owó 1.',
      other: 'Ẹ jẹ {business} ní {amount} lórí ìwé owó {count}.',
    },
    pay: {
      ticked: 'Ẹ san àwọn ìwé owó tí ẹ yàn',
      one: 'Ẹ san ìwé owó 1, {amount}',
      other: 'Ẹ san ìwé owó {count}, {amount}',
      most: 'Ẹ lè yàn tó {most} láti san lẹ́ẹ̀kan náà.',
      none: 'Ẹ yan ó kéré tán ìwé owó kan tó kù láti san.',
      down: 'Ilé-iṣẹ́ ìsanwó kò dáhùn. Ẹ jọ̀wọ́, ẹ tún gbìyànjú láìpẹ́.',
      credit: 'Ẹ fi {amount} yín tó wà lọ́dọ̀ wọn san án',
      creditUsed: 'A ti lo {amount} nínú owó yín tó wà lọ́dọ̀ wọn fún {invoices}.',
      noCredit: 'Kò sí owó yín kankan lọ́dọ̀ wọn mọ́ láti lò.',
      leftOut: {
        one: 'A yọ ìwé owó 1 kúrò. Kò béèrè owó kankan báyìí, tàbí kì í ṣe tiyín.',
        other: 'A yọ ìwé owó {count} kúrò. Wọn kò béèrè owó kankan báyìí, tàbí wọn kì í ṣe tiyín.',
      },
      paid: 'Ẹ ṣé. A ti sọ fún {business}. Ẹ ti san gbogbo ìwé owó tí ẹ yàn.',
      all: 'Ẹ padà sí gbogbo ìwé owó yín',
    },
    quotes: 'Àwọn ìwé ìdíyelé',
    receipts: 'Àwọn rìsíìtì',
    creditNotes: 'Àwọn ìwé àdínkù owó',
    statement: 'Àkọsílẹ̀ owó yín',
    movements: 'Ìwé owó àti owó tí ẹ san (PDF)',
    openItems: 'Owó tó kù láti san (PDF)',
    older: 'Àwọn ti àtijọ́ wà nínú àkọsílẹ̀ owó yín.',
    logOut: 'Ẹ jáde',
  },
  unsubscribe: {
    notFound: {
      title: 'Ìlà yìí kò darí síbì kankan',
      text: 'Ẹ jọ̀wọ́, ẹ tún un ṣí láti inú ìfiránṣẹ́ náà. Àwọn áàpù kan máa ń gé ìparí àdírẹ́sì gígùn.',
    },
    failure: 'A kò yí ohunkóhun padà. Ẹ jọ̀wọ́, ẹ tún gbìyànjú láìpẹ́.',
    reminders: {
      asked: {
        title: 'Kí ìránnilétí láti ọ̀dọ̀ {business} dúró?',
        text: '{business} kò ní rán {to} létí nípa ìwé owó lórí ímeèlì mọ́. Ìwé owó àti rìsíìtì yóò ṣì máa wá.',
        button: 'Ẹ dá ìránnilétí dúró',
      },
      ended: {
        title: 'Kò sí ìránnilétí mọ́',
        text: '{business} kò ní rán {to} létí lórí ímeèlì mọ́. Ìwé owó àti rìsíìtì yóò ṣì máa wá.',
        button: 'Ẹ dá a padà: kí ìránnilétí máa wá',
      },
      undone: {
        title: 'Ìránnilétí yóò tún máa wá',
        text: '{business} lè rán {to} létí nípa ìwé owó lórí ímeèlì, bíi ti tẹ́lẹ̀.',
        button: 'Ẹ dá ìránnilétí dúró',
      },
    },
    notifications: {
      asked: {
        title: 'Kí irú ímeèlì yìí dúró?',
        text: '{subject} ti {business} kò ní wá sí {to} lórí ímeèlì mọ́.',
        button: 'Ẹ dá àwọn ímeèlì yìí dúró',
      },
      ended: {
        title: 'Kò sí irú ímeèlì yìí mọ́',
        text: '{subject} ti {business} kò ní wá sí {to} mọ́. Ẹ lè yí i padà nínú ètò yín náà.',
        button: 'Ẹ dá a padà: kí wọ́n tún máa wá',
      },
      undone: {
        title: 'Àwọn ímeèlì yìí yóò tún máa wá',
        text: '{subject} ti {business} yóò máa wá sí {to}, bíi ti tẹ́lẹ̀.',
        button: 'Ẹ dá àwọn ímeèlì yìí dúró',
      },
    },
    subjects: {
      payment_received: 'Ìròyìn owó tó wọlé',
      payment_refunded: 'Ìròyìn owó tí a dá padà',
      withdrawal_finished: 'Ìròyìn owó tí ẹ yọ',
      invoice_overdue: 'Ìròyìn ìwé owó tó kọjá ọjọ́ ìsanwó',
      quote_answered: 'Ìròyìn ìwé ìdíyelé',
      message_failed: 'Ìròyìn ìfiránṣẹ́ tí kò dé',
      weekly_summary: 'Àkópọ̀ ọ̀sẹ̀',
    },
  },
};
