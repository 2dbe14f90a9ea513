import { useQuery } from '@tanstack/react-query';
import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { notificationChannels, notificationEvents } from '#contract/settings.ts';
import { toastFailure } from '#web/lib/api.ts';
import { playPaymentSound, usePaymentSound } from '#web/lib/notifications/payment-sound.ts';
import { type Preferences, preferencesQuery } from '#web/lib/notifications/preferences.ts';
import { disablePush, enablePush, type PushOutcome, usePushEnabled } from '#web/lib/notifications/push.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useSavePreference } from '../business/api.ts';
import { Section, SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { texts } from './texts.ts';

export function NotificationsPage() {
  const currency = useCurrency();
  const preferences = useQuery(preferencesQuery(currency));
  const [sound, setSound] = usePaymentSound();
  const { notifications } = texts;
  return (
    <SettingsLayout title={notifications.title} subtitle={notifications.subtitle}>
      <Section
        title={notifications.news}
        text={notifications.always}
        aside={<p className="mt-3 text-muted text-sm">{notifications.ways}</p>}
      >
        <QueryStates query={preferences} failed={notifications.failed} lines={4}>
          {(data) => <EventTable preferences={data} />}
        </QueryStates>
      </Section>
      <PushSection />
      <Section title={notifications.sound} text={notifications.soundText}>
        <SwitchRow label={notifications.soundLabel} checked={sound} onChange={setSound}>
          <Button variant="link" size="sm" onClick={playPaymentSound}>
            <Volume2 aria-hidden />
            {notifications.soundTry}
          </Button>
        </SwitchRow>
      </Section>
    </SettingsLayout>
  );
}

function EventTable({ preferences }: { preferences: Preferences }) {
  const { notifications } = texts;
  const save = useSavePreference(useCurrency(), (error) => toastFailure(error, notifications.saveFailed));
  return (
    <table className="w-full border-collapse text-15 max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="text-13 text-muted">
          <th scope="col" className="pb-2 text-start font-medium">
            {notifications.event}
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className="w-21 pb-2 text-center font-medium">
              {notifications.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {notificationEvents.map((event) => (
          <tr
            key={event}
            className="border-line border-t max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-6 max-sm:py-3.5"
          >
            <th
              scope="row"
              className="py-3.5 pr-3 text-start font-normal max-sm:col-span-2 max-sm:pt-0 max-sm:pb-2"
            >
              <span className="block font-semibold">{notifications.events[event]}</span>
              <span className="block text-13 text-muted">{notifications.eventTexts[event]}</span>
            </th>
            {notificationChannels.map((channel) => (
              <td
                key={channel}
                className="text-center align-middle max-sm:flex max-sm:min-h-11 max-sm:items-center max-sm:justify-between"
              >
                <span aria-hidden className="text-13 text-muted sm:hidden">
                  {notifications.channels[channel]}
                </span>
                <Switch
                  label={notifications.one(notifications.events[event], notifications.channels[channel])}
                  checked={preferences[event][channel]}
                  onChange={(on) => save.mutate({ [event]: { ...preferences[event], [channel]: on } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const { notifications } = texts;

const outcomeTexts: Partial<Record<PushOutcome, string>> = {
  blocked: notifications.alertsBlocked,
  unsupported: notifications.alertsUnsupported,
  failed: notifications.alertsFailed,
};

/** News while the app is closed, on this device. */
function PushSection() {
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
