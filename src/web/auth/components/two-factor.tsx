import type { ComponentProps } from 'react';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import * as texts from '../texts.ts';

const LostPhone = lazyComponent(async () => (await import('./lost-phone.tsx')).LostPhone);

type CodeFieldProps = { error: string | undefined; field: ComponentProps<'input'> };

/** Asked for where the account has two-factor switched on. */
export function CodeField({ error, field }: CodeFieldProps) {
  return (
    <div className="grid gap-3">
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
      <LostPhone />
    </div>
  );
}
