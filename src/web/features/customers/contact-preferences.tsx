import { languages } from '#core/languages.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Customer } from './api.ts';

/** UI texts of a customer's contact preferences. */
const texts = {
  language: 'Language of messages',
  usual: 'As in the reminder settings',
  needsReader: 'The texts need a native reader: look at them in the reminder settings first.',
  consent: 'Agreed to be written to by WhatsApp',
  off: 'No reminders to this customer',
} as const;

/** A customer's contact preferences. */
export type ContactPreferences = Pick<Customer, 'language' | 'whatsappConsent' | 'remindersOff'>;

type ContactPreferencesFieldsProps = {
  preferences: ContactPreferences;
  onChange: (preferences: ContactPreferences) => void;
};

/** Language, consent and reminders of a customer. */
export function ContactPreferencesFields({ preferences, onChange }: ContactPreferencesFieldsProps) {
  const used = languages.find(({ code }) => code === preferences.language);
  return (
    <div className="grid gap-4.5 border-line border-t pt-4.5">
      <Field label={texts.language} hint={used?.needsNativeReader ? texts.needsReader : undefined}>
        <Select
          value={preferences.language ?? ''}
          onChange={(chosen) =>
            onChange({
              ...preferences,
              language: languages.find(({ code }) => code === chosen)?.code ?? null,
            })
          }
          options={[
            { value: '', label: texts.usual },
            ...languages.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </Field>
      <Checkbox
        checked={preferences.whatsappConsent}
        onChange={(whatsappConsent) => onChange({ ...preferences, whatsappConsent })}
      >
        {texts.consent}
      </Checkbox>
      <Checkbox
        checked={preferences.remindersOff}
        onChange={(remindersOff) => onChange({ ...preferences, remindersOff })}
      >
        {texts.off}
      </Checkbox>
    </div>
  );
}
