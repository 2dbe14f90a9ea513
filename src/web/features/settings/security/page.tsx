import { useQuery } from '@tanstack/react-query';
import { useBusiness } from '#web/lib/business-profile.ts';
import { lazyComponent, lazyDialog } from '#web/lib/lazy.tsx';
import { requireOnline } from '#web/lib/offline/require-online.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { connectionsQuery } from '../account/api.ts';
import { Section, SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from './texts.ts';
import { AuditLogSection } from './audit-log.tsx';
import { PasskeysSection } from './passkeys.tsx';
import { SessionsSection } from './sessions.tsx';
import { TwoFactorSection } from './two-factor.tsx';

const GoogleSection = lazyComponent(async () => (await import('./google.tsx')).GoogleSection);
const SetPinDialog = lazyDialog(async () => (await import('#web/lib/pin/set-pin-dialog.tsx')).SetPinDialog);

export function SecurityPage() {
  const { security } = texts;
  const { data: connections } = useQuery(connectionsQuery);
  return (
    <SettingsLayout title={security.title} subtitle={security.subtitle}>
      <PinSection />
      <PasskeysSection />
      <TwoFactorSection />
      {connections?.google && <GoogleSection google={connections.google} />}
      <SessionsSection />
      <AuditLogSection />
    </SettingsLayout>
  );
}

function PinSection() {
  const { security } = texts;
  const business = useBusiness();
  const { data: owner } = useQuery(sessionQuery);
  const [dialog, setDialog] = useOpened<'set' | 'change' | 'forgotten'>('pin');
  return (
    <Section title={security.pin} text={security.pinText}>
      <QueryStates query={business} failed={texts.profileFailed} lines={1}>
        {(profile) =>
          profile.transactionPin === null ? (
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 basis-48">{security.pinNone}</p>
              <Button onClick={() => requireOnline(() => setDialog('set'))}>{security.setPin}</Button>
            </div>
          ) : (
            <div className="grid gap-3">
              <p className="flex items-center gap-2.5">
                <Badge tone="ok">{security.on}</Badge>
                {security.pinSet}
              </p>
              <div className="flex flex-wrap gap-3">
                <Button variant="outline" onClick={() => requireOnline(() => setDialog('change'))}>
                  {security.changePin}
                </Button>
                <Button variant="link" onClick={() => requireOnline(() => setDialog('forgotten'))}>
                  {security.forgotPin}
                </Button>
              </div>
            </div>
          )
        }
      </QueryStates>
      {dialog && (
        <SetPinDialog
          kind={dialog}
          hasPassword={owner?.hasPassword !== false}
          onClose={() => setDialog(null)}
          onDone={() => setDialog(null)}
        />
      )}
    </Section>
  );
}
