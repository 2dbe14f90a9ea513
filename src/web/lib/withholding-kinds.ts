import { withholdingNames } from '#core/withholding-names.ts';

/** Purposes a customer keeps withholding tax for, as options. */
export const withholdingOptions = Object.entries(withholdingNames).map(([value, label]) => ({
  value,
  label,
}));
