import type { SavedCardTexts } from './saved-cards.ts';

/** Texts about saved cards. */
export const savedCard: SavedCardTexts = {
  consent:
    'Ẹ fi káàdì yìí pamọ́ kí {business} lè yọ iye tí kò ju {cap} lọ fún {plan} {rhythm}. Ẹ lè dá a dúró nígbàkúgbà.',
  rhythm: {
    week: 'lọ́sẹ̀ọ̀sẹ̀',
    weeks: 'ní ọ̀sẹ̀ {count} kọ̀ọ̀kan',
    month: 'lóṣooṣù',
    months: 'ní oṣù {count} kọ̀ọ̀kan',
    days: 'ní ọjọ́ {days} oṣù kọ̀ọ̀kan',
  },
  invoices: 'àwọn ìwé owó wọn',
  offer: {
    title: 'Kí ó san fúnra rẹ̀ nígbà mìíràn',
    button: 'Ẹ fi káàdì mi pamọ́',
    agreed: 'Ẹ ti gbà. Ẹ fi káàdì sanwó báyìí: káàdì yẹn ni a máa fi pamọ́.',
    tick: 'Ẹ kọ́kọ́ fi àmì sí àpótí náà tí ẹ bá fẹ́ kí a fi káàdì yín pamọ́.',
  },
  stop: 'Ẹ dá yíyọ owó lórí káàdì yìí dúró',
  saved: {
    subject: '{business} ti fi káàdì yín pamọ́',
    heading: 'A ti fi káàdì yín pamọ́',
    body: 'Ohun tí ẹ gbà fún káàdì yín •••• {last4} nìyí:',
  },
  ahead: {
    subject: '{business} máa yọ owó lórí káàdì yín ní {day}',
    heading: 'A máa yọ owó lórí káàdì yín',
    body: 'A máa yọ {amount} lórí káàdì yín •••• {last4} ní {day}, fún ìwé owó {number}.',
    before: 'Tí ẹ bá fẹ́, ẹ san án ṣáájú ọjọ́ náà: nígbà náà a kò ní yọ owó lórí káàdì.',
  },
  off: {
    subject: '{business} kò ní yọ owó lórí káàdì yín ní {day}',
    heading: 'A kò ní yọ owó lórí káàdì yín',
    body: 'A sọ fún yín pé a máa yọ owó lórí káàdì yín •••• {last4} ní {day}, fún ìwé owó {number}. A kò ní yọ ọ́ mọ́.',
    open: 'A kò tíì san owó náà tán. Ẹ jọ̀wọ́, ẹ san án fúnra yín.',
  },
  underWay:
    'A ń yọ {amount} lórí káàdì yín •••• {last4} fún ìwé owó yìí. Báńkì kò tíì dáhùn. Ẹ jọ̀wọ́, ẹ má san án mọ́ báyìí.',
  notCharged: {
    subject: 'A kò rí owó yọ lórí káàdì yín fún ìwé owó {number}',
    heading: 'A kò rí owó yọ lórí káàdì yín',
    body: 'A kò rí {amount} yọ lórí káàdì yín •••• {last4} fún ìwé owó {number}: {reason}.',
    again: 'A máa tún gbìyànjú ní {day}. Ẹ tún lè san án báyìí.',
    last: 'A kò ní gbìyànjú káàdì yìí mọ́ fún ìwé owó yìí. Ẹ jọ̀wọ́, ẹ san án báyìí.',
    other: 'A kò lo káàdì yìí mọ́. Ẹ jọ̀wọ́, ẹ fi káàdì mìíràn san án.',
  },
  reasons: {
    funds: 'owó inú rẹ̀ kò tó',
    declined: 'báńkì kọ̀ ọ́',
    issuer: 'báńkì kò dáhùn',
    card: 'káàdì náà kò ṣiṣẹ́ mọ́',
    holder: 'báńkì yín fẹ́ kí ẹ fọwọ́ sí i fúnra yín',
    lost: 'ilé-iṣẹ́ ìsanwó kò dáhùn',
  },
  stopped: {
    subject: 'A ti dá káàdì yín tí a fi pamọ́ dúró',
    heading: 'A ti dá káàdì yín tí a fi pamọ́ dúró',
    body: '{business} kò ní bẹ̀rẹ̀ sí yọ owó mìíràn lórí káàdì yín •••• {last4} fún {plan}. Ìwé owó yóò ṣì máa wá, ẹ ó sì san án bí ẹ ṣe fẹ́.',
  },
  page: {
    heading: 'Ṣé kí a dá yíyọ owó lórí káàdì yìí dúró?',
    text: '{business} lè yọ iye tí kò ju {cap} lọ lórí káàdì yín •••• {last4} fún {plan}.',
    button: 'Ẹ dá yíyọ owó lórí káàdì mi dúró',
    done: 'A ti dá káàdì yín tí a fi pamọ́ dúró',
    doneText:
      '{business} kò ní bẹ̀rẹ̀ sí yọ owó mìíràn lórí káàdì yín •••• {last4} fún {plan}. Ìwé owó yóò ṣì máa wá fúnra rẹ̀.',
    gone: 'Ìlà yìí kò já sí káàdì kankan tí a fi pamọ́',
    goneText: 'Ẹ jọ̀wọ́, ẹ tún un ṣí láti inú ìfiránṣẹ́ náà. Àwọn áàpù kan máa ń gé ìparí àdírẹ́sì gígùn.',
    list: 'Káàdì tí a fi pamọ́',
    ended: 'A ti dá a dúró',
  },
};
