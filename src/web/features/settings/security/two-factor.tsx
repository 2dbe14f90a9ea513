import { useQuery } from '@tanstack/react-query';
import { account } from '#contract/account.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { requireOnline } from '#web/lib/offline/require-online.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { twoFactorQuery, useAccountChange } from '../account/api.ts';
import { Section } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from './texts.ts';
import type { TwoFactorEnrolment } from './two-factor-dialogs.tsx';

const TurnOnDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).TurnOnDialog);
const ProveDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).ProveDialog);

const labels = texts.twoFactor;

/** Two-factor authentication: its state, enrolment and recovery codes. */
export function TwoFactorSection() {
  const state = useQuery(twoFactorQuery);
  const [dialog, setDialog] = useOpened<'off' | 'codes'>('two-factor');
  const [enrolment, setEnrolment] = useOpened<TwoFactorEnrolment>('enrolment');
  // The button that opened the dialog may be gone when it closes.
  useFocusFallback(dialog || enrolment ? 1 : 0);
  const starting = useAccountChange(() => call(account.startTwoFactor, { body: {} }));
  const start = () =>
    starting.mutate(undefined, {
      onSuccess: ({ data }) => setEnrolment(data),
      onError: (error) => toastFailure(error, messageOf(error, labels.failedChange)),
    });
  const close = () => setDialog(null);
  return (
    <Section title={labels.title} text={labels.text}>
      <QueryStates query={state} failed={labels.failed} lines={1}>
        {({ enabled, recoveryCodesLeft }) => (
          <div className="grid gap-3">
            <p className="flex flex-wrap items-center gap-2.5">
              <Badge tone={enabled ? 'ok' : 'neutral'}>{enabled ? labels.on : labels.off}</Badge>
              {enabled && <span className="text-muted text-sm">{labels.codesLeft(recoveryCodesLeft)}</span>}
            </p>
            {enabled && <p className="text-muted text-sm">{labels.newPhone}</p>}
            <div className="flex flex-wrap gap-3">
              {!enabled && (
                <Button pending={starting.isPending} onClick={start}>
                  {labels.turnOn}
                </Button>
              )}
              {enabled && (
                <>
                  <Button variant="outline" onClick={() => requireOnline(() => setDialog('codes'))}>
                    {labels.newCodes}
                  </Button>
                  <Button variant="outline" onClick={() => requireOnline(() => setDialog('off'))}>
                    {labels.turnOff}
                  </Button>
                </>
              )}
            </div>
          </div>
        )}
      </QueryStates>
      {enrolment && <TurnOnDialog enrolment={enrolment} onClose={() => setEnrolment(null)} />}
      {dialog && <ProveDialog kind={dialog} onClose={close} />}
    </Section>
  );
}
