import { toNestErrors } from '@hookform/resolvers';
import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import type { Schema } from '#contract/endpoint.ts';

const UNNAMED = 'Invalid input';
const REQUIRED = 'This field is required';

/**
 * Checks what a form holds with the schema that guards the server. Forms hold decoded values (amounts in minor units,
 * dates as `YYYY-MM-DD`), which are what `call` takes; so the schema is run from there towards the wire.
 */
export function formResolver<T extends FieldValues>(schema: Schema): Resolver<T> {
  return (values, _context, options) => {
    const result = z.safeEncode(schema, values);
    if (result.success) return { values, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const issue of result.error.issues) {
      const path = issue.path.join('.');
      errors[path] ??= { type: issue.code, message: issue.message === UNNAMED ? REQUIRED : issue.message };
    }
    return { values: {}, errors: toNestErrors(errors as FieldErrors, options) as FieldErrors<T> };
  };
}

/** A form that checks a field when it is left, then at every change for as long as it is wrong. */
export function useContractForm<T extends FieldValues>(
  schema: Schema,
  defaultValues: DefaultValues<T>,
): UseFormReturn<T> {
  const form = useForm<T>({
    resolver: formResolver<T>(schema),
    defaultValues,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    shouldFocusError: true,
  });
  const { subscribe, trigger, getFieldState } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!name) return;
          const path = name as Path<T>;
          if (getFieldState(path).error) void trigger(path);
        },
      }),
    [subscribe, trigger, getFieldState],
  );
  return form;
}

/** Puts the server's field errors beside their fields; false when it named none that the form has. */
export function showFieldErrors<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.errors.length === 0) return false;
  for (const { path, message } of error.errors) form.setError(path as Path<T>, { type: 'server', message });
  return true;
}
