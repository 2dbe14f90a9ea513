import { useQuery } from '@tanstack/react-query';
import { Download, Monitor, Moon, Sun } from 'lucide-react';
import { account } from '#contract/account.ts';
import { toastFailure } from '#web/lib/api.ts';
import { downloadAndSave } from '#web/lib/files/download.ts';
import { formatDay } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { requireOnline } from '#web/lib/offline/require-online.ts';
import { useSaveData } from '#web/lib/preferences/save-data.ts';
import { useSingleKeys } from '#web/lib/preferences/single-key-shortcuts.ts';
import { setTheme, themes, useTheme } from '#web/lib/preferences/theme.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Section, SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { texts } from './texts.ts';
import { trialQuery, useAccountChange } from './api.ts';
import { DetailsSection } from './details-form.tsx';
import type { Owner } from './owner.ts';
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

const icons = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

/** How this browser shows the app. */
function AppearanceSection() {
  const { look: labels } = texts;
  const theme = useTheme();
  const [saveData, setSaveData] = useSaveData();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const choose = (value: string) => {
    const chosen = themes.find((name) => name === value);
    if (chosen) setTheme(chosen);
  };
  return (
    <Section title={labels.title} text={labels.text}>
      <div className="grid gap-5">
        <Field label={labels.theme} group>
          <RadioCards
            value={theme}
            onChange={choose}
            className="sm:grid-cols-3"
            options={themes.map((value) => ({ value, title: labels.themes[value], icon: icons[value] }))}
          />
        </Field>
        <SwitchRow
          label={labels.lessData}
          text={labels.lessDataText}
          checked={saveData}
          onChange={setSaveData}
        />
        <SwitchRow
          label={labels.singleKeys}
          text={labels.singleKeysText}
          checked={singleKeys}
          onChange={setSingleKeys}
        />
      </div>
    </Section>
  );
}

const DeletionDialog = lazyDialog(async () => (await import('./deletion-dialog.tsx')).DeletionDialog);

/** Exports all stored data as a file. */
function DataSection() {
  const labels = texts.data;
  const download = useAccountChange(() => downloadAndSave(account.exportData, {}));
  return (
    <Section title={labels.title} text={labels.text}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{labels.explain}</p>
        <Button
          variant="outline"
          pending={download.isPending}
          onClick={() =>
            download.mutate(undefined, { onError: (error) => toastFailure(error, labels.failed) })
          }
        >
          <Download aria-hidden />
          {labels.download}
        </Button>
      </div>
    </Section>
  );
}

/** Leaving, with days to think about it. */
function DeletionSection({ owner }: { owner: Owner }) {
  const [open, setOpen] = useOpened('delete');
  const labels = texts.deletion;
  return (
    <Section title={labels.title} text={labels.text}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{labels.explain}</p>
        <Button
          variant="outline"
          className="border-bad! text-bad!"
          onClick={() => requireOnline(() => setOpen(true))}
        >
          {labels.start}
        </Button>
      </div>
      {open && <DeletionDialog owner={owner} onClose={() => setOpen(null)} />}
    </Section>
  );
}
