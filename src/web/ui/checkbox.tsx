import { Check } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { FieldError } from './field.tsx';

type CheckboxProps = {
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
  /** Words beside the box; give `label` instead where there is no room for them. */
  children?: ReactNode;
  label?: string;
  error?: string | undefined;
  disabled?: boolean;
  /** Cannot be ticked yet, but is reached by the keyboard. */
  waiting?: boolean;
  className?: string;
};

/** The browser's own checkbox, larger than it looks, under a box of ours. */
export function Checkbox({
  checked,
  onChange,
  children,
  label,
  error,
  disabled,
  waiting = false,
  className,
}: CheckboxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    if (!box.current) return;
    box.current.indeterminate = checked === 'indeterminate';
    // Ticked on a page of the build, before this ran.
    if (first.current && box.current.checked && !checked) onChange(true);
    first.current = false;
  });
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <span className="relative mt-0.5 grid size-5.5 shrink-0 place-items-center rounded-[6px] border border-line-strong bg-surface text-on-primary transition-colors has-checked:border-primary has-checked:bg-primary has-aria-invalid:border-bad has-indeterminate:border-primary has-indeterminate:bg-primary has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2">
          <input
            ref={box}
            id={id}
            type="checkbox"
            checked={checked === true}
            disabled={disabled}
            aria-disabled={waiting || undefined}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => !waiting && onChange(event.target.checked)}
            className="absolute -inset-2.5 cursor-pointer opacity-0 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed"
          />
          {checked === 'indeterminate' ? (
            <span className="block h-0.5 w-2.5 rounded-full bg-current" />
          ) : (
            checked && <Check aria-hidden className="size-4" strokeWidth={3} />
          )}
        </span>
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
