import type { QuoteTexts } from './en-quote.ts';

export const quote: QuoteTexts = {
  notFound: {
    title: 'Wannan adireshi ba ya kai ga tayin farashi',
    text: 'Don Allah ku duba adireshin, ko ku nemi sabo daga wurin masu kasuwancin.',
  },
  again: {
    title: 'Don Allah ku sake buɗe adireshin',
    text: 'Ba a aika komai ba.',
  },
  failure: 'Ba a aika komai ba. Don Allah ku sake gwadawa nan gaba kaɗan.',
  title: '{kind} {number} daga {business}',
  states: {
    open: 'Ana jiran amsarku',
    expired: 'Ya ƙare',
    accepted: 'An amince',
    declined: 'An ƙi',
    withdrawn: 'An janye',
  },
  until: 'Yana aiki har zuwa {date}',
  replaced: 'An sauya ranar {date}. Wannan ya maye gurbin na baya.',
  changed: '{business} sun sauya {number} yayin da kuke karantawa. Don Allah ku sake dubawa.',
  earlier: 'Abin da ya ce a baya',
  accept: {
    title: 'Ku amince',
    name: 'Cikakken sunanku',
    mayAccept: 'Ina da izinin amincewa a madadin {customer}',
    orderNumber: 'Lambar odarku (idan akwai)',
    button: 'Ku amince da {amount}',
    note: 'Ba a biya komai yanzu. Za a ajiye sunanku, lokaci, adireshin na’urarku da burauzarku tare da amsarku.',
  },
  sign: {
    title: 'Sa hannu da kanku (idan kuna so)',
    hint: 'Ku zana sa hannunku a cikin akwatin da yatsa, alƙalami ko linzami. Sunan da kuka rubuta ya isa. Za a ajiye abin da kuka zana tare da amsarku.',
    clear: 'Goge',
  },
  code: {
    title: 'Da farko, lamba',
    first:
      '{business} na neman lamba kafin ku amince. Za mu aika lambobi 6 zuwa {email}, sai ku rubuta su a nan.',
    send: 'Ku aiko mini da lambar',
    sent: 'Lamba na kan hanya zuwa {email}. Tana aiki cikin minti 15.',
    label: 'Lambar da ke cikin imel',
    none: 'Ba ku ga lamba ba? Ku duba cikin spam, ko ku nemi sabuwa. Ta ƙarshe kaɗai ke aiki.',
    again: 'Ku aiko sabuwar lamba',
  },
  pay: {
    button: 'Ku biya {amount}',
    note: 'Da zarar kun danna wannan, kun amince. Mataki na gaba, ku biya daftarinsa.',
  },
  decline: { title: 'Ku ƙi', reason: 'Me ya sa? (idan kuna so)', button: 'Ku ƙi wannan tayi' },
  ask: {
    title: 'Ku yi tambaya',
    question: 'Tambayarku',
    button: 'Ku aika tambaya',
    sent: 'Tambayarku na kan hanya zuwa {business}.',
  },
  problems: {
    name: 'Ku rubuta cikakken sunanku, harafi 2 zuwa 120',
    mayAccept: 'Ku sa alama a wannan akwati don amincewa',
    signature: 'Ku sake zana sa hannunku, ko ku bar shi',
    orderNumber: 'Kada ya wuce harafi 60',
    code: 'Wannan lambar ba daidai ba ce, ko ta tsufa. Kuna iya neman sabuwa.',
    question: 'Ku rubuta tambayarku, kada ta wuce harafi 1,000',
    reason: 'Kada ya wuce harafi 500',
    tooMany: 'Hakan ya yi yawa a rana ɗaya. Don Allah ku rubuta zuwa {email}.',
    tooManyCodes: 'Lambobin sun yi yawa. Ku sake gwadawa bayan awa ɗaya, ko ku rubuta zuwa {email}.',
  },
  closed: {
    accepted: { title: 'An amince', text: '{name} ya amince da {number} ranar {date}.' },
    declined: { title: 'An ƙi', text: 'Kuna iya neman sabo daga {business}.' },
    withdrawn: { title: 'An janye', text: '{business} sun janye {number}. Ku nemi sabo daga gare su.' },
    expired: { title: 'Wannan tayi ya ƙare ranar {day}', text: 'Ku nemi {business} su ƙara masa lokaci.' },
  },
  acceptedOtherwise: '{business} sun rubuta cewa an amince da {number}.',
  verify: {
    genuine: {
      title: 'Wannan takarda ta gaskiya ce',
      text: '{business} ne suka yi {number}. Tayi ne: ba a bin kowa komai kafin a amince.',
    },
    accepted: { title: 'Ta gaskiya ce, kuma an amince', text: '{name} ya amince da {number} ranar {date}.' },
    over: {
      title: 'Ta gaskiya ce, amma ta rufe',
      text: '{business} ne suka yi {number}. Ba wanda zai iya amincewa da shi kuma.',
    },
    acceptedBy: 'Wanda ya amince',
    confirmedBy: 'Abin da ya tabbatar',
    code: 'Lambar da aka aika zuwa {email}',
    orderNumber: 'Lambar oda',
  },
};
