import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBusiness } from '#web/lib/business-profile.ts';
import { late } from '#web/lib/lazy.tsx';
import { whenOnline } from '#web/lib/offline/require-online.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { connectionsQuery } from '../account/api.ts';
import { Section, SettingsLayout } from '../layout.tsx';
import { QueryLook } from '../query-states.tsx';
import { texts } from '../texts.ts';
import { AuditSection } from './audit-log.tsx';
import { PasskeysSection } from './passkeys.tsx';
import { SessionsSection } from './sessions.tsx';
import { TwoFactorSection } from './two-factor.tsx';

const GoogleSection = late(async () => (await import('./google.tsx')).GoogleSection);
const SetPinDialog = late(async () => (await import('#web/lib/pin/set-pin-dialog.tsx')).SetPinDialog);

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
      <AuditSection />
    </SettingsLayout>
  );
}

function PinSection() {
  const { security } = texts;
  const business = useBusiness();
  const { data: owner } = useQuery(sessionQuery);
  const [dialog, setDialog] = useState<'set' | 'change' | 'forgotten' | null>(null);
  return (
    <Section title={security.pin} text={security.pinText}>
      <QueryLook read={business} failed={texts.business.failed} lines={1}>
        {(profile) =>
          profile.transactionPin === null ? (
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 basis-48">{security.pinNone}</p>
              <Button onClick={() => whenOnline(() => setDialog('set'))}>{security.setPin}</Button>
            </div>
          ) : (
            <div className="grid gap-3">
              <p className="flex items-center gap-2.5">
                <Badge tone="ok">{security.on}</Badge>
                {security.pinSet}
              </p>
              <div className="flex flex-wrap gap-3">
                <Button look="outline" onClick={() => whenOnline(() => setDialog('change'))}>
                  {security.changePin}
                </Button>
                <Button look="link" onClick={() => whenOnline(() => setDialog('forgotten'))}>
                  {security.forgotPin}
                </Button>
              </div>
            </div>
          )
        }
      </QueryLook>
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
