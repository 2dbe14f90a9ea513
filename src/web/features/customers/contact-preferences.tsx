import { personWarning } from '#core/company-name.ts';
import { languages } from '#core/languages.ts';
import { withholdingKinds } from '#core/tax-rates.ts';
import { withholdingOptions } from '#web/lib/withholding-kinds.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Notice } from '#web/ui/states.tsx';
import type { Customer } from './api.ts';

/** UI texts of a customer's contact preferences. */
const texts = {
  language: 'Language of messages',
  usual: 'As in the reminder settings',
  needsReader: 'The texts need a native reader: look at them in the reminder settings first.',
  consent: 'Agreed to be written to by WhatsApp',
  off: 'No reminders to this customer',
  deducts: 'This customer deducts tax',
  deductsHint: 'New invoices say what to pay after tax is kept. They ask for the certificate.',
  deductsNone: 'No',
  deductsFor: (purpose: string) => `Yes: ${purpose}`,
} as const;

/** A customer's contact preferences. */
export type ContactPreferences = Pick<
  Customer,
  'language' | 'whatsappConsent' | 'remindersOff' | 'withholdingKind'
>;

type ContactPreferencesFieldsProps = {
  name: string;
  preferences: ContactPreferences;
  onChange: (changed: Partial<ContactPreferences>) => void;
};

/** Language, consent, reminders and tax of a customer. */
export function ContactPreferencesFields({ name, preferences, onChange }: ContactPreferencesFieldsProps) {
  const used = languages.find(({ code }) => code === preferences.language);
  return (
    <div className="grid gap-4.5 border-line border-t pt-4.5">
      <Field label={texts.language} hint={used?.needsNativeReader ? texts.needsReader : undefined}>
        <Select
          value={preferences.language ?? ''}
          onChange={(chosen) =>
            onChange({ language: languages.find(({ code }) => code === chosen)?.code ?? null })
          }
          options={[
            { value: '', label: texts.usual },
            ...languages.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </Field>
      <Checkbox
        checked={preferences.whatsappConsent}
        onChange={(whatsappConsent) => onChange({ whatsappConsent })}
      >
        {texts.consent}
      </Checkbox>
      <Checkbox checked={preferences.remindersOff} onChange={(remindersOff) => onChange({ remindersOff })}>
        {texts.off}
      </Checkbox>
      <DeductsTax
        name={name}
        kind={preferences.withholdingKind}
        onChange={(withholdingKind) => onChange({ withholdingKind })}
      />
    </div>
  );
}

type Kind = Customer['withholdingKind'];
type DeductsTaxProps = { name: string; kind: Kind; onChange: (kind: Kind) => void };

function DeductsTax({ name, kind, onChange }: DeductsTaxProps) {
  const warning = kind && personWarning(name);
  return (
    <>
      <Field label={texts.deducts} hint={texts.deductsHint}>
        <Select
          value={kind ?? ''}
          onChange={(chosen) => onChange(withholdingKinds.find((one) => one === chosen) ?? null)}
          options={[
            { value: '', label: texts.deductsNone },
            ...withholdingOptions.map(({ value, label }) => ({ value, label: texts.deductsFor(label) })),
          ]}
        />
      </Field>
      {warning && <Notice tone="warn">{warning}</Notice>}
    </>
  );
}
