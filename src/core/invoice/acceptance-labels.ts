import type { Language } from '../languages.ts';

/** How the paper and the page of a quote tell of its acceptance. `{date}`, `{name}` and `{email}` are filled in. */
export const acceptanceLabels = {
  en: {
    acceptedOn: 'Accepted on {date}',
    signatureOf: 'Signature of {name}',
    codeConfirmed: 'Confirmed by a code sent to {email}',
  },
  pcm: {
    acceptedOn: 'Dem agree on {date}',
    signatureOf: 'Signature of {name}',
    codeConfirmed: 'Code wey go {email} confirm am',
  },
  ha: {
    acceptedOn: 'An amince ranar {date}',
    signatureOf: 'Sa hannun {name}',
    codeConfirmed: 'An tabbatar da shi da lambar da aka aika zuwa {email}',
  },
  yo: {
    acceptedOn: 'A gbà á ní {date}',
    signatureOf: 'Ìfọwọ́sí {name}',
    codeConfirmed: 'A fi kóòdù tí a fi ránṣẹ́ sí {email} fìdí rẹ̀ múlẹ̀',
  },
  ig: {
    acceptedOn: 'E kwetara ya na {date}',
    signatureOf: 'Mbinye aka {name}',
    codeConfirmed: 'E jiri koodu e zigara {email} kwado ya',
  },
} satisfies Record<Language, { acceptedOn: string; signatureOf: string; codeConfirmed: string }>;
