import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { controlClass, useFieldControl } from './field.tsx';

export type Option = { value: string; label: string; start?: ReactNode; hint?: string; disabled?: boolean };

type SelectProps = {
  value: string;
  onChange: (value: string) => void;
  options: readonly Option[];
  placeholder?: string;
  /** The name where no `Field` gives one, as in a filter. */
  label?: string;
  disabled?: boolean;
  onBlur?: () => void;
  className?: string;
};

/** One of a short list. Long lists want `Combobox`. */
export function Select({
  value,
  onChange,
  options,
  placeholder = 'Choose',
  label,
  disabled,
  onBlur,
  className,
}: SelectProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root
      value={value}
      onValueChange={onChange}
      disabled={disabled}
      onOpenChange={(open) => !open && onBlur?.()}
    >
      <Radix.Trigger
        {...useFieldControl()}
        aria-label={label}
        className={cn(
          controlClass,
          'flex items-center justify-between gap-2 text-left data-[placeholder]:text-muted',
          className,
        )}
      >
        <span className="flex min-w-0 items-center gap-2.5 truncate">
          {chosen?.start}
          <Radix.Value placeholder={placeholder}>{chosen?.label}</Radix.Value>
        </span>
        <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          className={cn(listClass, 'min-w-(--radix-select-trigger-width)')}
        >
          <Radix.Viewport className="max-h-[min(22rem,var(--radix-select-content-available-height))] overflow-y-auto p-1.5">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={itemClass}
              >
                {option.start}
                <span className="min-w-0 flex-1">
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.hint && <span className="block text-13 text-muted">{option.hint}</span>}
                </span>
                <Radix.ItemIndicator>
                  <Check aria-hidden className="size-4.5 text-primary" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const listClass =
  'z-50 overflow-hidden rounded-card border border-line bg-surface shadow-e3 animate-rise';
export const itemClass =
  'flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-md px-3 py-1.5 text-15 outline-none data-[disabled]:pointer-events-none data-[disabled]:text-muted data-[highlighted]:bg-sunken';
