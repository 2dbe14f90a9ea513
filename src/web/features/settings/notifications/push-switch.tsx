import { useState } from 'react';
import { type AlertsOutcome, turnAlertsOff, turnAlertsOn, useAlerts } from '#web/lib/notifications/push.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { texts } from '../texts.ts';

const { notifications } = texts;

const trouble: Partial<Record<AlertsOutcome, string>> = {
  blocked: notifications.alertsBlocked,
  unsupported: notifications.alertsUnsupported,
  failed: notifications.alertsFailed,
};

/** News while the app is closed, on this device. */
export function Alerts() {
  const currency = useCurrency();
  const [on] = useAlerts();
  const [refused, setRefused] = useState<AlertsOutcome | null>(null);
  const choose = async (wanted: boolean) => {
    setRefused(null);
    if (wanted) return setRefused(await turnAlertsOn(currency));
    await turnAlertsOff(currency).catch(() => toast.error(notifications.saveFailed));
  };
  const problem = refused && trouble[refused];
  return (
    <Section title={notifications.alerts} text={notifications.alertsText}>
      <SwitchRow label={notifications.alertsLabel} checked={on} onChange={(wanted) => void choose(wanted)}>
        <p role="status" className="text-13 text-bad">
          {problem}
        </p>
      </SwitchRow>
    </Section>
  );
}
