import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#web/lib/format.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Section, SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from '../texts.ts';
import { trialQuery } from './api.ts';
import { AppearanceSection } from './appearance.tsx';
import { DataSection, DeletionSection } from './data-and-deletion.tsx';
import { DetailsSection } from './details-form.tsx';
import { EmailSection, PasswordSection } from './sign-in-forms.tsx';

/** How long the free trial still runs. */
function TrialSection() {
  const trial = useQuery(trialQuery(useCurrency()));
  const labels = texts.trial;
  return (
    <Section title={labels.title} text={labels.text}>
      <QueryStates query={trial} failed={labels.failed} lines={1}>
        {({ active, daysLeft, endsAt }) => (
          <div className="grid gap-1.5">
            <p className="flex flex-wrap items-center gap-2.5">
              {active && <Badge tone="info">{labels.active(daysLeft)}</Badge>}
              <span>{active ? labels.ends(formatDay(endsAt)) : labels.over(formatDay(endsAt))}</span>
            </p>
            {active && <p className="text-muted text-sm">{labels.none}</p>}
          </div>
        )}
      </QueryStates>
    </Section>
  );
}

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
