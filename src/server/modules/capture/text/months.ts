import { editDistance, foldConfusables } from './normalize.ts';

const months = [
  'jan january januar janvier enero gennaio januari styczen stycznia janeiro januar jn januaro',
  'feb february februar fevrier febrero febbraio februari luty lutego fev fevereiro fevr',
  'mar march marz mars marzo maart marzec marca maerz mac marco mrz',
  'apr april avril abril aprile kwiecien kwietnia avr abr',
  'may mai mayo maggio mei maj maja maio',
  'jun june juni juin junio giugno czerwiec czerwca junho giu',
  'jul july juli juillet julio luglio lipiec lipca julho lug juil julai',
  'aug august aout agosto augustus sierpien sierpnia ago ogos',
  'sep sept september septembre septiembre settembre wrzesien wrzesnia setembro set',
  'oct october oktober octobre octubre ottobre pazdziernik pazdziernika okt outubro ott',
  'nov november novembre noviembre listopad listopada novembro',
  'dec december dezember decembre diciembre dicembre grudzien grudnia dez dezembro dis dic',
];
const monthNumbers = new Map(
  months.flatMap((names, at) => names.split(' ').map((name) => [foldConfusables(name), at + 1] as const)),
);
/** A shorter name with a wrong letter could be another month. */
const LONG_NAME = 7;

/** The month, from 1, that a word names in one of the languages of papers. Its end may be gone ("Augus"), or a letter of a long name wrong; null for none. */
export function monthOf(word: string): number | null {
  const folded = foldConfusables(word);
  const isNearly = (name: string) =>
    (folded.length >= 4 && name.startsWith(folded)) ||
    (name.length >= LONG_NAME && editDistance(name, folded, 1) === 1);
  return monthNumbers.get(folded) ?? [...monthNumbers].find(([name]) => isNearly(name))?.[1] ?? null;
}
