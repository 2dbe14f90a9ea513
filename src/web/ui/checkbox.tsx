import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { FieldError } from './field.tsx';

type CheckboxProps = {
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  /** Words beside the box; give `label` instead where there is no room for them. */
  children?: ReactNode;
  label?: string;
  error?: string | undefined;
  onBlur?: () => void;
  disabled?: boolean;
  className?: string;
};

export function Checkbox({
  checked,
  onChange,
  children,
  label,
  error,
  onBlur,
  disabled,
  className,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <Radix.Root
          id={id}
          checked={checked}
          disabled={disabled}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onCheckedChange={(next) => onChange(next === true)}
          onBlur={onBlur}
          className={cn(
            'relative mt-0.5 grid size-5.5 shrink-0 place-items-center rounded-[6px] border border-line-strong bg-surface text-on-primary transition-colors',
            'after:absolute after:-inset-2.5 aria-invalid:border-bad data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary',
          )}
        >
          <Radix.Indicator>
            {checked === 'indeterminate' ? (
              <span className="block h-0.5 w-2.5 rounded-full bg-current" />
            ) : (
              <Check aria-hidden className="size-4" strokeWidth={3} />
            )}
          </Radix.Indicator>
        </Radix.Root>
        {children && (
          <label htmlFor={id} className="text-15 leading-normal">
            {children}
          </label>
        )}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
