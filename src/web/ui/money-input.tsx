import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { type Currency, currencySymbols, type Minor } from '#core/money.ts';
import { cn } from './cn.ts';
import { Input } from './input.tsx';
import { formatAmount, parseAmount, plainAmount, sanitizeAmount } from './money-text.ts';

type MoneyInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  /** Minor units; null is empty. */
  value: Minor | null;
  onChange: (value: Minor | null) => void;
  /** No symbol where it is not known yet. */
  currency: Currency | null;
  /** The amount in a typed or pasted text, as `sanitizeAmount` gives it. */
  sanitize?: (text: string) => string;
};

/** An amount: plain digits while typing, so the caret stays; grouped when left. Entered, by Tab or a tap, all of it is selected. */
export function MoneyInput({
  value,
  onChange,
  currency,
  sanitize = sanitizeAmount,
  onBlur,
  onFocus,
  onClick,
  className,
  ...rest
}: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const entered = useRef<HTMLInputElement>(null);
  const tapped = useRef(false);
  // Entering the field takes its commas away, and with the rewritten text the browser forgets what Tab selected.
  useLayoutEffect(() => {
    if (typed !== null) entered.current?.select();
    entered.current = null;
  }, [typed]);
  // Digits typed after a tap would go into the amount that stands there, and make another of it.
  const selectOnce = (input: HTMLInputElement) => {
    if (tapped.current && input.selectionStart === input.selectionEnd) input.select();
    tapped.current = false;
  };
  const change = (input: HTMLInputElement) => {
    tapped.current = false;
    const sanitized = sanitize(input.value);
    if (sanitized !== input.value) replaceText(input, sanitized);
    setTyped(sanitized);
    onChange(parseAmount(sanitized));
  };
  return (
    <div className="relative">
      <span
        aria-hidden
        className="num pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-muted"
      >
        {currency && currencySymbols[currency]}
      </span>
      <Input
        autoComplete="off"
        placeholder="0.00"
        {...rest}
        inputMode="decimal"
        value={typed ?? formatAmount(value)}
        onFocus={(event) => {
          tapped.current = true;
          entered.current = isFullySelected(event.target) ? event.target : null;
          setTyped(plainAmount(value));
          onFocus?.(event);
        }}
        onClick={(event) => {
          selectOnce(event.currentTarget);
          onClick?.(event);
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
        onChange={(event) => change(event.target)}
        className={cn('num pl-9', className)}
      />
    </div>
  );
}

// A text set by React puts the caret at its end; what was typed in the middle goes on in the middle.
function replaceText(input: HTMLInputElement, sanitized: string): void {
  const before = sanitizeAmount(input.value.slice(0, input.selectionStart ?? input.value.length));
  const caret = sanitized.startsWith(before) ? before.length : 0;
  input.value = sanitized;
  input.setSelectionRange(caret, caret);
}

const isFullySelected = (input: HTMLInputElement) =>
  input.selectionStart === 0 && input.selectionEnd === input.value.length;
