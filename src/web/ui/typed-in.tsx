import type { Currency, Minor } from '#core/money.ts';
import { typedInText } from '#core/typed-in.ts';

type TypedInProps = { amount: Minor; currency: Currency; className?: string };

/** The part of a sum beside it that nobody but its owner says; nothing where there is none. */
export function TypedIn({ amount, currency, className }: TypedInProps) {
  const text = typedInText(amount, currency);
  return text && <span className={className}> {text}</span>;
}
