import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '#web/lib/api.ts';
import { hasPasskeys } from '#web/lib/session/passkey-support.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import * as texts from '../texts.ts';

/** Logs in without address and password. Not there where the browser has no passkeys. */
export function PasskeyButton() {
  // Below everything else, and only once the page stands: it pushes nothing down.
  const [offered, setOffered] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => setOffered(hasPasskeys()), []);
  const press = async () => {
    setBusy(true);
    try {
      await (await import('../passkey-sign-in.ts')).signInByPasskey();
      // Browsers say little to somebody who has none.
      toast.info(texts.login.noPasskey);
    } catch (error) {
      toast.error(texts.login.failed(messageOf(error)));
    }
    setBusy(false);
  };
  if (!offered) return null;
  return (
    <Button variant="outline" size="lg" wide pending={busy} onClick={press} className="mt-4">
      <KeyRound aria-hidden />
      {texts.login.passkey}
    </Button>
  );
}
