import { TextField } from '#web/lib/forms/fields.tsx';
import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import * as texts from '../texts.ts';

const LostPhone = lazyComponent(async () => (await import('./lost-phone.tsx')).LostPhone);

type CodeFieldProps = { form: FormHandle<{ code?: string | undefined }>; error?: string | undefined };

/** Asked for where the account has two-factor switched on. */
export function CodeField({ form, error = form.errors.code }: CodeFieldProps) {
  return (
    <div className="grid gap-3">
      <TextField
        form={form}
        name="code"
        label={texts.twoFactor.code}
        hint={texts.twoFactor.codeHint}
        error={error}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        inputClass="num font-medium tracking-wide"
        takesFocus
        required
      />
      <LostPhone />
    </div>
  );
}
