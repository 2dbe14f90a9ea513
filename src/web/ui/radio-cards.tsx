import { Check } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { useFieldControl, useFieldLabelId } from './field.tsx';

type RadioCard = { value: string; title: string; text?: string; icon?: ReactNode };

type RadioCardsProps = {
  value: string;
  onChange: (value: string) => void;
  options: readonly RadioCard[];
  label?: string;
  className?: string;
};

/** One of a few, each a card: arrows move, a border and a tick show the choice. */
export function RadioCards({ value, onChange, options, label, className }: RadioCardsProps) {
  const { id, ...control } = useFieldControl();
  const labelId = useFieldLabelId();
  return (
    <RadioGroup.Root
      {...control}
      id={id}
      value={value}
      onValueChange={onChange}
      aria-label={label}
      aria-labelledby={label ? undefined : labelId}
      className={cn('grid gap-3 sm:grid-cols-2', className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className={cn(
            'relative flex min-h-13 items-start gap-3.5 rounded-card border border-line bg-surface p-4 pr-11 text-left transition-colors hover:border-line-strong',
            'data-[state=checked]:border-primary data-[state=checked]:bg-primary-soft data-[state=checked]:shadow-[inset_0_0_0_1px_var(--primary)]',
          )}
        >
          {option.icon && (
            <span
              aria-hidden
              className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-primary [&_svg]:size-5"
            >
              {option.icon}
            </span>
          )}
          <span className={cn('min-w-0', option.icon && 'flex min-h-10 flex-col justify-center')}>
            <span className="block font-semibold">{option.title}</span>
            {option.text && <span className="block text-muted text-sm">{option.text}</span>}
          </span>
          <span
            aria-hidden
            className="absolute top-4 right-4 grid size-5.5 place-items-center rounded-full border border-line-strong bg-surface text-on-primary [[data-state=checked]>&]:border-primary [[data-state=checked]>&]:bg-primary"
          >
            <RadioGroup.Indicator>
              <Check className="size-3.5" strokeWidth={3} />
            </RadioGroup.Indicator>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
