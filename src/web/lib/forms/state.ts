import { type Errors, errorsIn, hasErrors, type Rules, stillTrue, without } from './rules.ts';

/** When a field is first checked: as it is left, as it is left filled in, or only as the form is submitted. */
export type Mode = 'blur' | 'filled' | 'submit';

export type State<T> = {
  start: T;
  values: T;
  /** Objections of the rules. */
  wrong: Errors<T>;
  /** Objections of the server or a page; each goes as its field changes. */
  refused: Errors<T>;
};

export const begin = <T>(values: T): State<T> => ({ start: values, values, wrong: {}, refused: {} });

/** An edit. With `submit` the messages of its fields go, else those that are no longer true. */
export function edited<T>(
  { start, values, wrong, refused }: State<T>,
  rules: Rules<T>,
  mode: Mode,
  patch: Partial<T>,
  paths: readonly string[] = Object.keys(patch),
): State<T> {
  const next = { ...values, ...patch };
  return {
    start,
    values: next,
    wrong:
      mode === 'submit' || !hasErrors(wrong)
        ? without(wrong, paths)
        : stillTrue(wrong, errorsIn(rules, next)),
    refused: without(refused, paths),
  };
}

/** One field checked. */
export function checked<T>(state: State<T>, rules: Rules<T>, name: keyof T & string): State<T> {
  const message = errorsIn(rules, state.values)[name];
  return {
    ...state,
    wrong: { ...without(state.wrong, [name]), ...(message && { [name]: message }) },
    refused: without(state.refused, [name]),
  };
}

export const isEmpty = (value: unknown): boolean => value === '' || value === null;
