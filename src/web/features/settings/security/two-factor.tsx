import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '#contract/account.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { late } from '#web/lib/lazy.tsx';
import { useKeptFocus } from '#web/lib/lists/focus-fallback.ts';
import { whenOnline } from '#web/lib/offline/require-online.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { twoFactorQuery, useAccountChange } from '../account/api.ts';
import { Section } from '../layout.tsx';
import { QueryLook } from '../query-states.tsx';
import { texts } from '../texts.ts';
import type { Fresh } from './two-factor-dialogs.tsx';

const TurnOnDialog = late(async () => (await import('./two-factor-dialogs.tsx')).TurnOnDialog);
const ProveDialog = late(async () => (await import('./two-factor-dialogs.tsx')).ProveDialog);

const words = texts.twoFactor;

/** Two-factor authentication: its state, enrolment and recovery codes. */
export function TwoFactorSection() {
  const state = useQuery(twoFactorQuery);
  const [dialog, setDialog] = useState<'off' | 'codes' | null>(null);
  const [fresh, setFresh] = useState<Fresh | null>(null);
  // The button that opened the dialog may be gone when it closes.
  useKeptFocus(dialog || fresh ? 1 : 0);
  const starting = useAccountChange(() => call(account.startTwoFactor, { body: {} }));
  const start = () =>
    starting.mutate(undefined, {
      onSuccess: ({ data }) => setFresh(data),
      onError: (error) => toastFailure(error, messageOf(error, words.failedChange)),
    });
  const close = () => setDialog(null);
  return (
    <Section title={words.title} text={words.text}>
      <QueryLook read={state} failed={words.failed} lines={1}>
        {({ enabled, recoveryCodesLeft }) => (
          <div className="grid gap-3">
            <p className="flex flex-wrap items-center gap-2.5">
              <Badge tone={enabled ? 'ok' : 'neutral'}>{enabled ? words.on : words.off}</Badge>
              {enabled && <span className="text-muted text-sm">{words.codesLeft(recoveryCodesLeft)}</span>}
            </p>
            {enabled && <p className="text-muted text-sm">{words.newPhone}</p>}
            <div className="flex flex-wrap gap-3">
              {!enabled && (
                <Button pending={starting.isPending} onClick={start}>
                  {words.turnOn}
                </Button>
              )}
              {enabled && (
                <>
                  <Button look="outline" onClick={() => whenOnline(() => setDialog('codes'))}>
                    {words.newCodes}
                  </Button>
                  <Button look="outline" onClick={() => whenOnline(() => setDialog('off'))}>
                    {words.turnOff}
                  </Button>
                </>
              )}
            </div>
          </div>
        )}
      </QueryLook>
      {fresh && <TurnOnDialog fresh={fresh} onClose={() => setFresh(null)} />}
      {dialog && <ProveDialog kind={dialog} onClose={close} />}
    </Section>
  );
}
