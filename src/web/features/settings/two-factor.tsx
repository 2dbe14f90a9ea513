import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { late } from '../../lib/late.tsx';
import { sessionQuery } from '../../lib/user.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { twoFactorQuery } from './account-api.ts';
import { QueryLook } from './query-look.tsx';
import { Section } from './settings-layout.tsx';
import { NoPassword } from './sign-in-forms.tsx';
import { texts } from './texts.ts';

const TurnOnDialog = late(async () => (await import('./two-factor-dialogs.tsx')).TurnOnDialog);
const ProveDialog = late(async () => (await import('./two-factor-dialogs.tsx')).ProveDialog);

const words = texts.twoFactor;

/** Whether a code is asked for at log-in. */
export function TwoFactorSection() {
  const state = useQuery(twoFactorQuery);
  const { data: owner } = useQuery(sessionQuery);
  const [dialog, setDialog] = useState<'on' | 'off' | 'codes' | null>(null);
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
            {owner?.hasPassword === false && <NoPassword owner={owner} />}
            {owner?.hasPassword !== false && (
              <div className="flex flex-wrap gap-3">
                {!enabled && <Button onClick={() => setDialog('on')}>{words.turnOn}</Button>}
                {enabled && (
                  <>
                    <Button look="outline" onClick={() => setDialog('codes')}>
                      {words.newCodes}
                    </Button>
                    <Button look="outline" onClick={() => setDialog('off')}>
                      {words.turnOff}
                    </Button>
                  </>
                )}
              </div>
            )}
          </div>
        )}
      </QueryLook>
      {dialog === 'on' && <TurnOnDialog onClose={close} />}
      {(dialog === 'off' || dialog === 'codes') && <ProveDialog kind={dialog} onClose={close} />}
    </Section>
  );
}
