import { type WithholdingKind, withholdingKinds } from '#core/tax-rates.ts';
import { withholdingOptions } from '#web/lib/withholding-kinds.ts';
import { Select } from '#web/ui/select.tsx';
import { texts } from '../texts.ts';

type KeptTaxProps = {
  label: string;
  value: WithholdingKind | null;
  onChange: (kind: WithholdingKind | null) => void;
};

/** Whether what is short of an invoice was kept as tax, and for what. */
export function KeptTax({ label, value, onChange }: KeptTaxProps) {
  const options = [
    { value: 'owed', label: texts.lines.stillOwed },
    ...withholdingOptions.map((one) => ({ ...one, label: texts.lines.keptFor(one.label) })),
  ];
  return (
    <Select
      label={label}
      value={value ?? 'owed'}
      onChange={(chosen) => onChange(withholdingKinds.find((one) => one === chosen) ?? null)}
      options={options}
    />
  );
}
