import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Errors, errorsIn, errorsOf, hasErrors, type Rules } from './rules.ts';
import { begin, checked, edited, isEmpty, type Mode } from './state.ts';

/** How a form is submitted: `onSubmit` gets values that passed, the rest follows its answer while the form is shown. */
export type Submit<T, A> = {
  onSubmit: (values: T) => Promise<A> | void;
  onSuccess?: ((answer: A) => void) | undefined;
  onError?: ((error: unknown) => void) | undefined;
  onInvalid?: (() => void) | undefined;
};

type Bound<V> = { value: V; onChange: (value: V) => void; onBlur: () => void };

export type FormHandle<T extends object> = {
  values: T;
  /** Messages by path: `email`, `items.0.rate`. */
  errors: Errors<T>;
  /** The values it began with. */
  start: T;
  readonly dirty: boolean;
  submitting: boolean;
  ref: RefObject<HTMLFormElement | null>;
  /** `paths` names what changed where that is less than the fields. */
  change(patch: Partial<T>, paths?: readonly string[]): void;
  /** Ties a control with `value` and `onChange` to a field. */
  bind<K extends keyof T & string>(name: K): Bound<T[K]>;
  /** Checks one field, whatever the mode. */
  checkField(name: keyof T & string): void;
  /** Puts messages beside fields, until these are changed, and goes to the first of them. */
  setErrors(errors: Errors<T>): void;
  /** Puts the server's field errors beside their fields; false when it named none of this form. */
  showErrors(error: unknown): boolean;
  /** Begins again, with other values or the ones it began with. */
  reset(values?: T): void;
  handleSubmit<A>(event: FormEvent, submit: Submit<T, A>): void;
};

const INVALID = '[aria-invalid="true"]:not([role="group"])';

/** Values and errors of a form, checked by the contract's schema. A field that is wrong is checked again at each change. */
export function useForm<T extends object>(rules: Rules<T>, initial: T, mode: Mode = 'filled'): FormHandle<T> {
  const [{ start, values, wrong, refused }, setState] = useState(() => begin(initial));
  const [submitting, setSubmitting] = useState(false);
  const [ref, goToError] = useErrorFocus();
  const change = (patch: Partial<T>, paths?: readonly string[]) =>
    setState((state) => edited(state, rules, mode, patch, paths));
  const setErrors = (errors: Errors<T>) => {
    setState((state) => ({ ...state, wrong: {}, refused: errors }));
    goToError();
  };
  const check = () => {
    const found = errorsIn(rules, values);
    setState((state) => ({ ...state, wrong: found, refused: {} }));
    return !hasErrors(found);
  };
  const handleSubmit = async <A>(event: FormEvent, submit: Submit<T, A>) => {
    event.preventDefault();
    // A dialog's form may stand inside another form, as React sees it.
    event.stopPropagation();
    if (submitting) return;
    if (!check()) {
      goToError();
      return submit.onInvalid?.();
    }
    const answer = submit.onSubmit(values);
    if (!answer) return;
    setSubmitting(true);
    try {
      const got = await answer;
      if (ref.current) submit.onSuccess?.(got);
    } catch (error) {
      if (ref.current) submit.onError?.(error);
    }
    setSubmitting(false);
  };
  return {
    start,
    values,
    errors: { ...refused, ...wrong },
    get dirty() {
      return JSON.stringify(values) !== JSON.stringify(start);
    },
    submitting,
    ref,
    change,
    bind: (name) => ({
      value: values[name],
      onChange: (value) => change({ [name]: value } as unknown as Partial<T>),
      onBlur: () =>
        mode !== 'submit' &&
        setState((state) =>
          mode === 'filled' && isEmpty(state.values[name]) ? state : checked(state, rules, name),
        ),
    }),
    checkField: (name) => setState((state) => checked(state, rules, name)),
    setErrors,
    showErrors: (error) => {
      const named = errorsOf<T>(error);
      if (hasErrors(named)) setErrors(named);
      return Object.keys(named).some((path) => path in values);
    },
    reset: (next = start) => setState(begin(next)),
    handleSubmit,
  };
}

/** Focus for the first wrong field, once it is drawn and a dialog that closes has given the focus back. */
function useErrorFocus() {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const frame = requestAnimationFrame(() => focusError(form.current));
    return () => cancelAnimationFrame(frame);
  }, [asked]);
  return [form, () => setAsked((count) => count + 1)] as const;
}

/** Goes to the first wrong field, or to what `otherwise` selects where none is. */
export function focusError(form: HTMLFormElement | null, otherwise = INVALID): void {
  (form?.querySelector<HTMLElement>(INVALID) ?? form?.querySelector<HTMLElement>(otherwise))?.focus();
}
