import type { ComponentProps, ElementType } from 'react';
import { Field, type FieldProps } from '#web/ui/field.tsx';
import { Input, PasswordInput, Textarea } from '#web/ui/input.tsx';
import type { FormHandle } from './use-form.ts';

type Bound<T extends object> = Omit<FieldProps, 'children' | 'error' | 'group'> & {
  form: FormHandle<T>;
  name: keyof T & string;
  /** Stands before the form's own message. */
  error?: string | undefined;
  /** Of the control; `className` is the field's. */
  inputClass?: string;
  /** Takes the focus as it appears. */
  takesFocus?: boolean;
};
type TextFieldProps<T extends object, P> = Bound<T> & Omit<P, keyof Bound<T> | 'value' | 'onChange'>;

/** A text of the form: label, hint, control and message. */
export function TextField<T extends object>(props: TextFieldProps<T, ComponentProps<'input'>>) {
  return field(Input, props);
}

export function EmailField<T extends object>(props: TextFieldProps<T, ComponentProps<'input'>>) {
  return field(Input, {
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    ...props,
  });
}

export function PasswordField<T extends object>(props: TextFieldProps<T, ComponentProps<'input'>>) {
  return field(PasswordInput, props);
}

export function TextareaField<T extends object>(props: TextFieldProps<T, ComponentProps<'textarea'>>) {
  return field(Textarea, props);
}

function field<T extends object, P>(
  Control: ElementType,
  {
    form,
    name,
    label,
    hint,
    error = form.errors[name],
    required,
    optional,
    hideLabel,
    aside,
    className,
    inputClass,
    takesFocus,
    ...rest
  }: TextFieldProps<T, P>,
) {
  const { value, onChange, onBlur } = form.bind(name);
  const type = (event: { target: { value: string } }) => onChange(event.target.value as T[keyof T & string]);
  return (
    <Field {...{ label, hint, error, required, optional, hideLabel, aside, className }}>
      <Control
        name={name}
        value={String(value ?? '')}
        onBlur={onBlur}
        onChange={type}
        {...(inputClass && { className: inputClass })}
        {...(takesFocus && { autoFocus: true })}
        {...rest}
      />
    </Field>
  );
}
