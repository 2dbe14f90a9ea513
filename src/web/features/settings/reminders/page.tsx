import { useQuery } from '@tanstack/react-query';
import { useCurrency } from '#web/lib/session/session.ts';
import { SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { reminderSettings } from './api.ts';
import { RemindersForm } from './form.tsx';
import { texts } from './texts.ts';

export function RemindersPage() {
  const settings = useQuery(reminderSettings(useCurrency()));
  return (
    <SettingsLayout title={texts.title} subtitle={texts.subtitle}>
      <QueryStates query={settings} failed={texts.failed} lines={8}>
        {(data) => <RemindersForm settings={data} />}
      </QueryStates>
    </SettingsLayout>
  );
}
