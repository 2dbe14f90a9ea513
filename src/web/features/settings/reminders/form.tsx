import { Link } from '@tanstack/react-router';
import { BellOff, Hand, Send } from 'lucide-react';
import { reminderModes, type ReminderSettings, reminderSettings } from '#contract/reminders.ts';
import { languages } from '#core/languages.ts';
import { toastFailure } from '#web/lib/api.ts';
import { changesOf } from '#web/lib/forms/changes.ts';
import { SaveForm } from '#web/lib/forms/save-form.tsx';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { nearComponent } from '#web/lib/lazy.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { SwitchRow } from '../switch-row.tsx';
import { useSaveReminders } from './api.ts';
import { DunningStages } from './steps.tsx';
import { texts } from './texts.ts';

// Below all that is chosen, and waits for an answer of its own.
const Preview = nearComponent(
  async () => (await import('./preview.tsx')).Preview,
  <Section title={texts.preview}>
    <Skeleton className="h-72" />
  </Section>,
);

type Form = FormHandle<ReminderSettings>;

const icons = { off: <BellOff />, prepare: <Hand />, automatic: <Send /> };
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: texts.clock(hour),
}));
const capOptions = Array.from({ length: 7 }, (_, at) => ({
  value: String(at + 1),
  label: texts.caps(at + 1),
}));

/** The dunning schedule, saved as a whole. */
export function RemindersForm({ settings }: { settings: ReminderSettings }) {
  const form = useForm<ReminderSettings>(reminderSettings, settings);
  const saving = useSaveReminders();
  const done = (saved: ReminderSettings) => {
    form.reset(saved);
    toast.success(texts.saved);
  };
  const refuse = (error: unknown) => {
    if (!form.showErrors(error)) toastFailure(error, texts.saveFailed);
  };
  const { mode } = form.values;
  return (
    <SaveForm
      form={form}
      onSubmit={(values) => saving.mutateAsync(changesOf(form.start, values))}
      onSuccess={done}
      onError={refuse}
      save={texts.save}
      undo={texts.undo}
      className="grid gap-5"
    >
      <ModeSection form={form} />
      {mode !== 'off' && (
        <>
          <Section title={texts.ladder} text={texts.ladderText}>
            <DunningStages
              steps={form.values.steps}
              error={form.errors.steps}
              onChange={(steps) => form.change({ steps })}
            />
          </Section>
          <TimesSection form={form} />
          {mode === 'automatic' && <ChannelsSection form={form} />}
          <LanguageSection form={form} />
          <Preview settings={form.values} />
        </>
      )}
    </SaveForm>
  );
}

function ModeSection({ form: { values, change } }: { form: Form }) {
  const choose = (chosen: string) => {
    const mode = reminderModes.find((known) => known === chosen);
    if (mode) change({ mode });
  };
  return (
    <Section title={texts.mode} text={texts.modeText}>
      <RadioCards
        label={texts.mode}
        value={values.mode}
        onChange={choose}
        className="sm:grid-cols-1 xl:grid-cols-3"
        options={reminderModes.map((mode) => ({ value: mode, icon: icons[mode], ...texts.modes[mode] }))}
      />
      {values.mode !== 'off' && (
        <Link
          to="/dashboard/reminders"
          className={buttonClass({ variant: 'link', size: 'sm', className: 'mt-3' })}
        >
          {texts.today}
        </Link>
      )}
    </Section>
  );
}

function TimesSection({ form: { values, change } }: { form: Form }) {
  const none = values.quietFrom === values.quietUntil;
  return (
    <Section title={texts.times} text={texts.timesText}>
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
        <Field label={texts.hour}>
          <Select
            value={String(values.hour)}
            onChange={(hour) => change({ hour: Number(hour) })}
            options={hourOptions}
          />
        </Field>
        <Field label={texts.quietFrom} hint={none ? texts.noQuiet : undefined}>
          <Select
            value={String(values.quietFrom)}
            onChange={(hour) => change({ quietFrom: Number(hour) })}
            options={hourOptions}
          />
        </Field>
        <Field label={texts.quietUntil}>
          <Select
            value={String(values.quietUntil)}
            onChange={(hour) => change({ quietUntil: Number(hour) })}
            options={hourOptions}
          />
        </Field>
        <Field label={texts.cap}>
          <Select
            value={String(values.weeklyCap)}
            onChange={(cap) => change({ weeklyCap: Number(cap) })}
            options={capOptions}
          />
        </Field>
      </div>
      <div className="mt-5 border-line border-t pt-3">
        <SwitchRow
          label={texts.weekends}
          text={texts.weekendsText}
          checked={values.weekends}
          onChange={(weekends) => change({ weekends })}
        />
      </div>
    </Section>
  );
}

function ChannelsSection({ form: { values, errors, change } }: { form: Form }) {
  return (
    <Section title={texts.ways} text={texts.waysText}>
      <div className="grid gap-4">
        <Checkbox checked={values.whatsapp} onChange={(whatsapp) => change({ whatsapp })}>
          {texts.whatsapp}
        </Checkbox>
        <Checkbox checked={values.email} onChange={(email) => change({ email })} error={errors.email}>
          {texts.email}
        </Checkbox>
      </div>
    </Section>
  );
}

function LanguageSection({ form: { values, change } }: { form: Form }) {
  const used = languages.find(({ code }) => code === values.language);
  return (
    <Section title={texts.language} text={texts.languageText}>
      <Field label={texts.language} hint={used?.needsNativeReader ? texts.readerText(used.name) : undefined}>
        <Select
          value={values.language}
          onChange={(chosen) => {
            const known = languages.find(({ code }) => code === chosen);
            if (known) change({ language: known.code });
          }}
          options={languages.map(({ code, name, needsNativeReader }) => ({
            value: code,
            label: name,
            ...(needsNativeReader ? { hint: texts.needsReader } : {}),
          }))}
          className="sm:max-w-sm"
        />
      </Field>
    </Section>
  );
}
