import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { connections, type googleConnection } from '#contract/connections.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/format.ts';
import { useKeptFocus } from '#web/lib/lists/focus-fallback.ts';
import { whenOnline } from '#web/lib/offline/require-online.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { Button } from '#web/ui/button.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useAccountChange } from '../account/api.ts';
import { Section } from '../layout.tsx';
import { googleTexts as words } from './google-texts.ts';

type Google = z.output<typeof googleConnection>;

/** The linked Google account, and unlinking it. */
export function GoogleSection({ google }: { google: Google }) {
  const { data: owner } = useQuery(sessionQuery);
  const [asking, setAsking] = useState(false);
  useKeptFocus(asking ? 1 : 0);
  const ending = useAccountChange(() => call(connections.disconnectGoogle, {}));
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: () => toast.success(words.done),
      onError: (error) => toastFailure(error, messageOf(error, words.failed)),
      onSettled: () => setAsking(false),
    });
  return (
    <Section title={words.title} text={words.text}>
      <div className="grid justify-items-start gap-3">
        <p>{words.since(google.accounts, formatDay(google.since))}</p>
        {google.onlyWayIn ? (
          <p className="text-muted text-sm">{words.onlyWayIn}</p>
        ) : (
          <Button look="outline" onClick={() => whenOnline(() => setAsking(true))}>
            {words.disconnect}
          </Button>
        )}
      </div>
      {asking && (
        <AlertDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={end}
          title={words.askTitle}
          text={words.askText(owner?.email ?? '')}
          confirm={words.disconnect}
          pending={ending.isPending}
        />
      )}
    </Section>
  );
}
