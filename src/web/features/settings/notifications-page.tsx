import { useQuery } from '@tanstack/react-query';
import { Volume2 } from 'lucide-react';
import { notificationChannels, notificationEvents } from '#contract/settings.ts';
import { toastFailure } from '../../lib/api.ts';
import { playMoneySound, useMoneySound } from '../../lib/money-sound.ts';
import { type Preferences, preferencesQuery } from '../../lib/notification-preferences.ts';
import { useCurrency } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSavePreference } from './business-api.ts';
import { QueryLook } from './query-look.tsx';
import { Section, SettingsLayout } from './settings-layout.tsx';
import { SwitchRow } from './switch-row.tsx';
import { texts } from './texts.ts';

export function NotificationsPage() {
  const currency = useCurrency();
  const preferences = useQuery(preferencesQuery(currency));
  const [sound, setSound] = useMoneySound();
  const { notifications } = texts;
  return (
    <SettingsLayout title={notifications.title} subtitle={notifications.subtitle}>
      <Section title={notifications.news} text={notifications.always}>
        <QueryLook read={preferences} failed={notifications.failed} lines={4}>
          {(data) => <EventTable preferences={data} />}
        </QueryLook>
      </Section>
      <Section title={notifications.sound} text={notifications.soundText}>
        <SwitchRow label={notifications.soundLabel} checked={sound} onChange={setSound}>
          <Button look="link" size="sm" onClick={playMoneySound}>
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
    <table className="w-full border-collapse text-15">
      <thead>
        <tr className="text-13 text-muted">
          <th scope="col" className="pb-2 text-start font-medium">
            {notifications.event}
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className="w-24 pb-2 text-center font-medium max-sm:w-18">
              {notifications.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationEvents.map((event) => (
          <tr key={event} className="border-line border-t">
            <th scope="row" className="py-3.5 pr-3 text-start font-normal">
              <span className="block font-semibold">{notifications.events[event]}</span>
              <span className="block text-13 text-muted">{notifications.eventTexts[event]}</span>
            </th>
            {notificationChannels.map((channel) => (
              <td key={channel} className="text-center align-middle">
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
