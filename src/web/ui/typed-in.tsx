import type { Currency, Minor } from '#core/money.ts';
import { typedInText } from '#core/typed-in.ts';
import { cn } from './cn.ts';

type TypedInProps = { amount: Minor; currency: Currency; className?: string };

/** The part of a sum that nobody but its owner says, in a line of its own; nothing where there is none. */
export function TypedIn({ amount, currency, className }: TypedInProps) {
  const text = typedInText(amount, currency);
  return text && <span className={cn('block', className)}>{text}</span>;
}
