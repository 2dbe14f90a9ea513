import type { WithholdingKind } from '#core/tax-rates.ts';

const names: Record<WithholdingKind, string> = {
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

/** Purposes a customer keeps withholding tax for, as options. */
export const withholdingOptions = Object.entries(names).map(([value, label]) => ({ value, label }));
