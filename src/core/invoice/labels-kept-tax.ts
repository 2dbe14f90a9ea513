import type { Language } from '../languages.ts';

/** How the paper of an invoice in parts says where tax that its customer keeps comes off. `{percent}` and `{tax}` are filled in. */
export const keptTaxLabels: Record<Language, string> = {
  en: 'If you deduct withholding tax at {percent}%, take {tax} off your last part and send us the certificate.',
  pcm: 'If you dey deduct withholding tax at {percent}%, comot {tax} from your last part and send the certificate give us.',
  ha: 'Idan kuna cire harajin WHT na {percent}%, ku cire {tax} daga kashi na ƙarshe, ku aiko mana takardar shaida.',
  yo: 'Tí ẹ bá ń yọ owó orí WHT {percent}%, ẹ yọ {tax} nínú apá ìkẹyìn, kí ẹ sì fi ìwé ẹ̀rí ránṣẹ́ sí wa.',
  ig: 'Ọ bụrụ na ị na-ewepụ ụtụ isi WHT {percent}%, wepụ {tax} n’akụkụ ikpeazụ, ziterekwa anyị akwụkwọ asambodo.',
};
