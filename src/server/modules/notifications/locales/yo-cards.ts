import type { SavedCardTexts } from './saved-cards.ts';

/** Texts about saved cards. */
export const savedCard: SavedCardTexts = {
  consent: 'Fi káàdì yìí pamọ́ kí {business} lè yọ tó {cap} fún {plan} {rhythm}. O lè dá a dúró nígbàkúgbà.',
  rhythm: {
    week: 'lọ́sẹ̀ọ̀sẹ̀',
    weeks: 'ní ọ̀sẹ̀ {count} kọ̀ọ̀kan',
    month: 'lóṣooṣù',
    months: 'ní oṣù {count} kọ̀ọ̀kan',
    days: 'ní ọjọ́ {days} oṣù kọ̀ọ̀kan',
  },
  invoices: 'àwọn ìwé owó rẹ̀',
  offer: {
    title: 'Kó san fúnra rẹ̀ nígbà míì',
    button: 'Fi káàdì mi pamọ́',
    agreed: 'O ti gbà. Fi káàdì san báyìí: káàdì yẹn la máa fi pamọ́.',
    tick: 'Kọ́kọ́ fi àmì sí àpótí náà tí o bá fẹ́ ká fi káàdì rẹ pamọ́.',
  },
  stop: 'Dá yíyọ owó lórí káàdì yìí dúró',
  saved: {
    subject: '{business} ti fi káàdì rẹ pamọ́',
    heading: 'A ti fi káàdì rẹ pamọ́',
    body: 'Èyí lo gbà fún káàdì rẹ •••• {last4}:',
  },
  ahead: {
    subject: '{business} máa yọ owó lórí káàdì rẹ ní {day}',
    heading: 'A máa yọ owó lórí káàdì rẹ',
    body: 'A máa yọ {amount} lórí káàdì rẹ •••• {last4} ní {day}, fún ìwé owó {number}.',
    before: 'Tí o bá fẹ́, san án ṣáájú ọjọ́ náà: nígbà náà a kò ní yọ owó lórí káàdì.',
  },
  notCharged: {
    subject: 'A kò rí owó yọ lórí káàdì rẹ fún ìwé owó {number}',
    heading: 'A kò rí owó yọ lórí káàdì rẹ',
    body: 'A kò rí {amount} yọ lórí káàdì rẹ •••• {last4} fún ìwé owó {number}: {reason}.',
    again: 'A máa tún gbìyànjú ní {day}. O tún lè san báyìí.',
    last: 'A kò ní gbìyànjú káàdì yìí mọ́ fún ìwé owó yìí. Jọ̀wọ́ san án báyìí.',
    other: 'A kò lo káàdì yìí mọ́. Jọ̀wọ́ fi káàdì míì san.',
  },
  reasons: {
    funds: 'owó inú rẹ̀ kò tó',
    declined: 'báǹkì kọ̀ ọ́',
    issuer: 'báǹkì kò dáhùn',
    card: 'káàdì náà kò ṣiṣẹ́ mọ́',
    holder: 'báǹkì rẹ fẹ́ kí o fọwọ́ sí i fúnra rẹ',
    lost: 'ilé-iṣẹ́ ìsanwó kò dáhùn',
  },
  stopped: {
    subject: 'A ti dá káàdì rẹ tí a fi pamọ́ dúró',
    heading: 'A kò ní yọ owó lórí káàdì rẹ mọ́',
    body: '{business} kò lè yọ owó lórí káàdì rẹ •••• {last4} fún {plan} mọ́. Ìwé owó á ṣì máa wá, o sì máa san bí o ṣe fẹ́.',
  },
  page: {
    heading: 'Ṣé kí a dá yíyọ owó lórí káàdì yìí dúró?',
    text: '{business} lè yọ tó {cap} lórí káàdì rẹ •••• {last4} fún {plan}.',
    button: 'Dá yíyọ owó lórí káàdì mi dúró',
    done: 'A kò ní yọ owó lórí káàdì rẹ mọ́',
    doneText: '{business} kò lè yọ owó lórí káàdì rẹ •••• {last4} mọ́. Ìwé owó á ṣì máa wá fúnra rẹ̀.',
    gone: 'Ìlà yìí kò já sí káàdì kankan',
    goneText: 'Jọ̀wọ́ tún ṣí i láti inú ìfiránṣẹ́. Àwọn ètò kan máa ń gé ìparí àdírẹ́sì gígùn.',
    list: 'Káàdì tí a fi pamọ́',
    ended: 'A ti dá a dúró',
  },
};
