import type { ComponentProps } from 'react';
import type { PlainForm } from '#web/lib/plain-form.ts';

/** Ties a text control to a field of the form. */
export function bind<T extends Record<string, unknown>>(form: PlainForm<T>, name: keyof T & string) {
  return {
    name,
    value: String(form.values[name] ?? ''),
    onChange: (event) => form.change({ [name]: event.target.value } as Partial<T>),
    onBlur: () => form.left(name),
  } satisfies ComponentProps<'input'>;
}
