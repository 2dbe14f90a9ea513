import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import * as texts from './texts.ts';

type CodeFieldProps = { error: string | undefined; field: ComponentProps<'input'> };

/** Asked for where the account has two-factor switched on. */
export function CodeField({ error, field }: CodeFieldProps) {
  return (
    <Field label={texts.twoFactor.code} hint={texts.twoFactor.codeHint} error={error} required>
      <Input
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        className="num font-medium tracking-wide"
        {...field}
      />
    </Field>
  );
}
