import { Check } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { useFieldLabelId } from './field.tsx';

type RadioTile = { value: string; title: string; picture: ReactNode };

type RadioTilesProps = {
  /** Empty where none of them is chosen. */
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioTile[];
  className?: string;
};

/** One of a few pictures, each with its name below: arrows move, a border and a tick show the choice. */
export function RadioTiles({ value, onChange, options, className }: RadioTilesProps) {
  const labelId = useFieldLabelId();
  return (
    <RadioGroup.Root
      value={value}
      onValueChange={onChange}
      aria-labelledby={labelId}
      className={cn('grid grid-cols-3 gap-2', className)}
    >
      {options.map(({ value: own, title, picture }) => (
        <RadioGroup.Item
          key={own}
          value={own}
          className={cn(
            'relative grid min-w-0 content-start overflow-hidden rounded-control border border-line-strong bg-surface text-left transition-colors',
            'data-[state=checked]:border-primary data-[state=checked]:shadow-[inset_0_0_0_1px_var(--primary)]',
          )}
        >
          {picture}
          <span className="px-2 py-1.5 font-medium text-13 leading-tight">{title}</span>
          <RadioGroup.Indicator className="absolute top-1.5 right-1.5 grid size-5.5 place-items-center rounded-full border-2 border-surface bg-primary text-on-primary">
            <Check aria-hidden className="size-3.5" strokeWidth={3} />
          </RadioGroup.Indicator>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
