import { keysOf } from './records.ts';
import type { WithholdingKind } from './tax-rates.ts';

/** English names of the purposes tax is kept for, the most usual first. */
export const withholdingNames: Record<WithholdingKind, string> = {
  services: 'Services',
  goods: 'Goods you did not make',
  professional: 'Consultancy, professional work, commission',
  construction: 'Roads, bridges, buildings or power plants',
  other_construction: 'Other construction',
  rent: 'Rent, hire or lease',
  royalty: 'Royalty to a company',
  royalty_person: 'Royalty to a person',
  dividend: 'Dividend or interest',
  director: 'Director’s fee',
};

/** The code of a purpose by its name, as a list of customers may have it; null for none, an unknown one as it stands. */
export function withholdingKindNamed(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const known = keysOf(withholdingNames).find((kind) => withholdingNames[kind].toLowerCase() === plain);
  return known ?? (plain || null);
}
