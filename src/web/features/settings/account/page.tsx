import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from '../texts.ts';
import { AppearanceSection } from './appearance.tsx';
import { DataSection, DeletionSection } from './data-and-deletion.tsx';
import { DetailsSection } from './details-form.tsx';
import { EmailSection, PasswordSection } from './sign-in-forms.tsx';
import { TrialSection } from './trial.tsx';

export function AccountPage() {
  const user = useQuery(sessionQuery);
  return (
    <SettingsLayout title={texts.account.title} subtitle={texts.account.subtitle}>
      <QueryStates query={user} failed={texts.account.failed} lines={6}>
        {(owner) => (
          <>
            <DetailsSection key={owner.id} owner={owner} />
            <EmailSection owner={owner} />
            <PasswordSection owner={owner} />
          </>
        )}
      </QueryStates>
      <AppearanceSection />
      <TrialSection />
      <DataSection />
      {user.data && <DeletionSection owner={user.data} />}
    </SettingsLayout>
  );
}
