import { useEffect, useState } from 'react';
import { identity } from '#contract/identity.ts';
import { call } from '#web/lib/api.ts';
import { sessionCurrency, useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { authEmail } from '../auth-email.ts';
import * as texts from '../texts.ts';

const WAIT_S = 60;

/** Resends the message, at most once a minute; shows an address field where nobody is signed in. */
export function ResendVerification() {
  const { user } = useSession();
  const known = user?.email ?? authEmail.read();
  const [typed, setTyped] = useState('');
  const [sending, setSending] = useState(false);
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const resend = async () => {
    setSending(true);
    try {
      await call(identity.resendVerification, {
        body: { email: known || typed, preferredCurrency: sessionCurrency() },
      });
      toast.success(texts.verify.resent);
      setWait(WAIT_S);
    } catch {
      toast.error(texts.verify.resendFailed);
    }
    setSending(false);
  };
  return (
    <div className="grid gap-3 text-left">
      {known === '' && (
        <Field label={texts.shared.email} hint={texts.verify.emailHint}>
          <Input
            type="email"
            autoComplete="email"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      <Button size="lg" wide pending={sending} disabled={wait > 0} onClick={resend}>
        {wait > 0 ? texts.verify.resendIn(wait) : texts.verify.resend}
      </Button>
    </div>
  );
}
