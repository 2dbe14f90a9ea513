import { useState } from 'react';
import { disablePush, enablePush, type PushOutcome, usePushEnabled } from '#web/lib/notifications/push.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { texts } from '../texts.ts';

const { notifications } = texts;

const outcomeTexts: Partial<Record<PushOutcome, string>> = {
  blocked: notifications.alertsBlocked,
  unsupported: notifications.alertsUnsupported,
  failed: notifications.alertsFailed,
};

/** News while the app is closed, on this device. */
export function PushSection() {
  const currency = useCurrency();
  const [on] = usePushEnabled();
  const [outcome, setOutcome] = useState<PushOutcome | null>(null);
  const choose = async (enabled: boolean) => {
    setOutcome(null);
    if (enabled) return setOutcome(await enablePush(currency));
    await disablePush(currency).catch(() => toast.error(notifications.saveFailed));
  };
  const problem = outcome && outcomeTexts[outcome];
  return (
    <Section title={notifications.alerts} text={notifications.alertsText}>
      <SwitchRow label={notifications.alertsLabel} checked={on} onChange={(enabled) => void choose(enabled)}>
        <p role="status" className="text-13 text-bad">
          {problem}
        </p>
      </SwitchRow>
    </Section>
  );
}
