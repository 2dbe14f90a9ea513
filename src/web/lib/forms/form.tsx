import type { ComponentProps } from 'react';
import type { FormHandle, Submit } from './use-form.ts';

export type FormProps<T extends object, A> = Omit<ComponentProps<'form'>, keyof Submit<T, A>> &
  Submit<T, A> & { form: FormHandle<T> };

/** The element of a form: checked by us, not by the browser. */
export function Form<T extends object, A>({
  form,
  onSubmit,
  onSuccess,
  onError,
  onInvalid,
  ...rest
}: FormProps<T, A>) {
  return (
    <form
      {...rest}
      ref={form.ref}
      noValidate
      onSubmit={(event) => form.handleSubmit(event, { onSubmit, onSuccess, onError, onInvalid })}
    />
  );
}
