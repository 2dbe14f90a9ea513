import { Select } from '#web/ui/select.tsx';
import { type Months, parseMonths, periods } from './api.ts';
import { texts } from './texts.ts';

type PeriodSelectProps = {
  label: string;
  value: Months;
  onChange: (months: Months) => void;
  className?: string;
};

const options = periods.map((value) => ({ value, label: texts.periods[value] }));

/** Three, six or twelve months. */
export function PeriodSelect({ label, value, onChange, className }: PeriodSelectProps) {
  return (
    <Select
      label={label}
      value={value}
      onChange={(next) => onChange(parseMonths(next) ?? value)}
      options={options}
      className={className}
    />
  );
}
