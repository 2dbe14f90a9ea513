import { type RefObject, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import type { Schema } from '#contract/endpoint.ts';

const UNNAMED = 'Invalid input';
const REQUIRED = 'This field is required';

export type FormErrors<T> = Partial<Record<keyof T & string, string>>;

export type PlainForm<T> = {
  values: T;
  errors: FormErrors<T>;
  dirty: boolean;
  form: RefObject<HTMLFormElement | null>;
  change: (change: Partial<T>) => void;
  /** Checks a field that was left. */
  left: (name: keyof T & string) => void;
  /** Checks everything, or what is to be sent instead of it; goes to the first field that is wrong. */
  check: (sent?: T) => boolean;
  /** Puts the server's words beside their fields; false when it named none. */
  showRefusal: (error: unknown) => boolean;
  /** Puts words beside fields and goes to the first of them. */
  tell: (told: FormErrors<T>) => void;
  /** Begins again, with other values or the ones it began with. */
  reset: (values?: T) => void;
};

/**
 * A form whose values are plain state, for pages that have few fields: checked by the contract's schema when a field is
 * left, then at each change while it is wrong. Values are decoded ones, as `call` takes them.
 */
export function usePlainForm<T extends Record<string, unknown>>(schema: Schema, begin: T): PlainForm<T> {
  const [start, setStart] = useState(begin);
  const [values, setValues] = useState(begin);
  const [errors, setErrors] = useState<FormErrors<T>>({});
  const form = useRef<HTMLFormElement>(null);
  const goToFirst = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([role="group"])')?.focus(),
    );
  return {
    values,
    errors,
    form,
    dirty: JSON.stringify(values) !== JSON.stringify(start),
    change: (change) => {
      const next = { ...values, ...change };
      setValues(next);
      const wrong = Object.keys(change).filter((name) => name in errors);
      if (wrong.length > 0) setErrors(withChecked(errors, wrong, wrongIn(schema, next)));
    },
    left: (name) => setErrors(withChecked(errors, [name], wrongIn(schema, values))),
    check: (sent = values) => {
      const all = wrongIn<T>(schema, sent);
      setErrors(all);
      const good = Object.keys(all).length === 0;
      if (!good) goToFirst();
      return good;
    },
    showRefusal: (error) => {
      if (!(error instanceof ApiError) || error.errors.length === 0) return false;
      const told = Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
      setErrors({ ...errors, ...told });
      goToFirst();
      return Object.keys(told).some((name) => name in values);
    },
    tell: (told) => {
      setErrors({ ...errors, ...told });
      goToFirst();
    },
    reset: (next = start) => {
      setStart(next);
      setValues(next);
      setErrors({});
    },
  };
}

/** The first objection to each field. */
function wrongIn<T>(schema: Schema, values: T): FormErrors<T> {
  const result = z.safeEncode(schema, values);
  const found: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? [])
    found[String(path[0])] ??= message === UNNAMED ? REQUIRED : message;
  return found as FormErrors<T>;
}

function withChecked<T>(before: FormErrors<T>, names: string[], now: FormErrors<T>): FormErrors<T> {
  const kept = Object.entries(before).filter(([name]) => !names.includes(name));
  const checked = Object.entries(now).filter(([name]) => names.includes(name));
  return Object.fromEntries([...kept, ...checked]) as FormErrors<T>;
}
