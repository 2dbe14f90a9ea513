import type { ComponentProps, FocusEvent } from 'react';
import { MoneyInput } from '../../../ui/money-input.tsx';

/** A `MoneyInput` that stays selected when it is entered by Tab, so that typing replaces the amount. */
export function AmountInput(props: Omit<ComponentProps<typeof MoneyInput>, 'onFocus'>) {
  return <MoneyInput {...props} onFocus={keepSelected} />;
}

// Entering the field takes its commas away, and with the rewritten text the browser forgets its selection.
function keepSelected({ target }: FocusEvent<HTMLInputElement>): void {
  const isWhole = target.selectionStart === 0 && target.selectionEnd === target.value.length;
  if (isWhole) queueMicrotask(() => target.select());
}
