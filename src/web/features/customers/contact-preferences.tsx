import { useQuery } from '@tanstack/react-query';
import { reminders } from '#contract/reminders.ts';
import { languages } from '#core/languages.ts';
import { call } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Customer } from './api.ts';

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/** UI texts of a customer's contact preferences and promises. */
const texts = {
  language: 'Language of messages',
  usual: 'As in the reminder settings',
  needsReader: 'The texts need a native reader: look at them in the reminder settings first.',
  consent: 'Agreed to be written to by WhatsApp',
  off: 'No reminders to this customer',
  promises: 'Promises to pay',
  record: ({ due, kept, usualDaysLate }: { due: number; kept: number; usualDaysLate: number | null }) => {
    if (due === 0) return 'None has come due yet.';
    const made = `${due} ${due === 1 ? 'promise' : 'promises'}, ${kept} kept`;
    return usualDaysLate === null ? `${made}.` : `${made}, usually ${days(usualDaysLate)} late when not.`;
  },
  states: { open: 'Open', kept: 'Kept', broken: 'Not kept', moved: 'Moved', withdrawn: 'Withdrawn' },
} as const;

/** A customer's contact preferences. */
export type ContactPreferences = Pick<Customer, 'language' | 'whatsappConsent' | 'remindersOff'>;

type ContactPreferencesFieldsProps = {
  customer: Customer;
  preferences: ContactPreferences;
  onChange: (preferences: ContactPreferences) => void;
};

/** A customer's contact preferences, and their record of promises. */
export function ContactPreferencesFields({ customer, preferences, onChange }: ContactPreferencesFieldsProps) {
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
      <Promises customerId={customer.id} />
    </div>
  );
}

const SHOWN = 5;
const tones: Record<string, Tone> = { kept: 'ok', broken: 'bad', open: 'info' };

/** A customer's promises and how many were kept; nothing without any. */
function Promises({ customerId }: { customerId: string }) {
  const currency = useCurrency();
  const { data } = useQuery({
    queryKey: ['reminders.ofCustomer', currency, customerId],
    queryFn: async ({ signal }) =>
      (await call(reminders.ofCustomer, { params: { currency, id: customerId } }, { signal })).data,
  });
  if (!data || data.promises.length === 0) return null;
  return (
    <section aria-labelledby="customer-promises">
      <h3 id="customer-promises" className="font-semibold font-text text-15 tracking-normal">
        {texts.promises}
      </h3>
      <p className="text-muted text-sm">{texts.record(data)}</p>
      <ul className="mt-2 grid">
        {data.promises.slice(0, SHOWN).map((promise) => (
          <li
            key={promise.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 text-sm first:border-t-0"
          >
            <span className="min-w-0 flex-1">
              {promise.invoiceNumber}, {formatDate(promise.day)}
            </span>
            <Money amount={promise.amount} currency={promise.currency} className="font-semibold" />
            <Badge dot tone={tones[promise.state] ?? 'neutral'}>
              {texts.states[promise.state]}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
