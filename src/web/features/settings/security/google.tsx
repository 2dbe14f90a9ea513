import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { connections, type googleConnection } from '#contract/connections.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/format.ts';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { requireOnline } from '#web/lib/offline/require-online.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button } from '#web/ui/button.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useAccountChange } from '../account/api.ts';
import { Section } from '../layout.tsx';

/** UI texts of Google sign-in in the settings. */
const labels = {
  title: 'Google',
  text: 'Signing in with a Google account. It stays connected when you change your email address.',
  since: (accounts: number, date: string) =>
    accounts === 1 ? `Connected since ${date}.` : `${accounts} Google accounts, the first since ${date}.`,
  onlyWayIn:
    'It is your only way in, so it cannot be disconnected yet. Add a passkey above, or set a password under Account.',
  disconnect: 'Disconnect',
  askTitle: 'Disconnect Google?',
  askText: (email: string) =>
    `No Google account opens this one any more. Devices that are signed in stay so. Whoever signs in with a Google account of ${email} connects it again, and you are told by email.`,
  done: 'Google is disconnected',
  failed: 'That did not work. Please try again.',
};

type Google = z.output<typeof googleConnection>;

/** The linked Google account, and unlinking it. */
export function GoogleSection({ google }: { google: Google }) {
  const { data: owner } = useQuery(sessionQuery);
  const [confirming, setConfirming] = useOpened('google');
  useFocusFallback(confirming ? 1 : 0);
  const ending = useAccountChange(() => call(connections.disconnectGoogle, {}));
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: () => toast.success(labels.done),
      onError: (error) => toastFailure(error, messageOf(error, labels.failed)),
      onSettled: () => setConfirming(null),
    });
  return (
    <Section title={labels.title} text={labels.text}>
      <div className="grid justify-items-start gap-3">
        <p>{labels.since(google.accounts, formatDay(google.since))}</p>
        {google.onlyWayIn ? (
          <p className="text-muted text-sm">{labels.onlyWayIn}</p>
        ) : (
          <Button variant="outline" onClick={() => requireOnline(() => setConfirming(true))}>
            {labels.disconnect}
          </Button>
        )}
      </div>
      {confirming && (
        <AlertDialog
          open
          onClose={() => setConfirming(null)}
          onConfirm={end}
          title={labels.askTitle}
          text={labels.askText(owner?.email ?? '')}
          confirm={labels.disconnect}
          pending={ending.isPending}
        />
      )}
    </Section>
  );
}
