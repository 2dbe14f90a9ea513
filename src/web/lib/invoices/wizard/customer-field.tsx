import { UserRoundPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatPhone, toE164 } from '#core/phone.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { type CustomerDraft, noCustomer } from './draft.ts';
import { wizardTexts } from './texts.ts';
import { useCustomerChoices } from './use-customer-choices.ts';
import type { Wizard } from './use-wizard.ts';

const labels = wizardTexts.customer;

/** The invoice's customer: one of the list, or a new one by name and email or phone. */
export function CustomerField({ wizard }: { wizard: Wizard }) {
  const { values, change } = wizard;
  const switchMode = (addsCustomer: boolean, name = '') =>
    change({ addsCustomer, customer: { ...noCustomer, name } });
  const choose = (customer: CustomerDraft) => change({ customer, addsCustomer: false });
  if (values.addsCustomer)
    return <NewCustomer wizard={wizard} onChoose={choose} onCancel={() => switchMode(false)} />;
  return <ChooseCustomer wizard={wizard} onChoose={choose} onAdd={(name) => switchMode(true, name)} />;
}

type ChooseProps = {
  wizard: Wizard;
  onChoose: (customer: CustomerDraft) => void;
  /** With what was typed in search of them. */
  onAdd: (name: string) => void;
};

function ChooseCustomer({ wizard, onChoose, onAdd }: ChooseProps) {
  const { customer } = wizard.values;
  const { known, isPending, isError, refetch, finding } = useCustomerChoices(customer.id);
  // The chosen one stays shown while the list is on its way, as after a resumed draft.
  const choices =
    customer.id === '' || known.some(({ id }) => id === customer.id) ? known : [customer, ...known];
  const choose = (id: string) => {
    const found = choices.find((one) => one.id === id);
    if (found) onChoose({ id, name: found.name, email: found.email, phone: found.phone ?? '' });
  };
  const isEmpty = known.length === 0 && !isPending;
  const failed = isEmpty && isError;
  const none = isEmpty && !failed && !finding.onType;
  return (
    <Field
      label={labels.label}
      required
      error={wizard.errors.customer}
      hint={failed ? <LoadFailure onRetry={() => void refetch()} /> : undefined}
    >
      <div className="flex gap-3 max-sm:flex-col">
        <Combobox
          {...finding}
          className="flex-1"
          value={customer.id}
          onChange={choose}
          options={choices.map(({ id, name, email, phone }) => ({
            value: id,
            label: name,
            hint: email || formatPhone(phone ?? ''),
            start: <Avatar name={name} className="size-7 rounded-sm text-xs" />,
          }))}
          loading={isPending}
          loadingText={labels.loading}
          emptyText={emptyText(none, failed)}
          placeholder={placeholder(isPending, none)}
          searchPlaceholder={labels.search}
          renderFooter={({ text, close }) => (
            <Button
              variant="ghost"
              wide
              className="justify-start"
              onClick={() => {
                close();
                onAdd(text.includes('@') || toE164(text) !== null ? '' : text);
              }}
            >
              <UserRoundPlus aria-hidden />
              <span className="truncate">{text === '' ? labels.add : labels.addNamed(text)}</span>
            </Button>
          )}
        />
        <Button variant="outline" onClick={() => onAdd('')}>
          <UserRoundPlus aria-hidden />
          {labels.add}
        </Button>
      </div>
    </Field>
  );
}

function emptyText(none: boolean, failed: boolean): string {
  if (failed) return labels.failed;
  return none ? labels.none : labels.notFound;
}

function placeholder(isPending: boolean, isEmpty: boolean): string {
  if (isPending) return labels.loading;
  return isEmpty ? labels.none : labels.placeholder;
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {labels.failed}
      <Button variant="link" size="sm" onClick={onRetry}>
        {labels.retry}
      </Button>
    </span>
  );
}

type NewProps = { wizard: Wizard; onChoose: (customer: CustomerDraft) => void; onCancel: () => void };

function NewCustomer({ wizard, onChoose, onCancel }: NewProps) {
  const { values, errors, change } = wizard;
  const { customer } = values;
  const { name, email } = useFirstBlank(customer);
  const { existing, by } = useExisting(customer);
  const edit = (patch: Partial<CustomerDraft>) =>
    change(
      { customer: { ...customer, ...patch } },
      // One of the two is enough.
      'name' in patch ? ['customer.name'] : ['customer.email', 'customer.phone'],
    );
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-sunken p-4 max-md:p-3.5">
      <legend className="sr-only">{labels.fresh}</legend>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <span aria-hidden className="font-semibold text-15">
          {labels.fresh}
        </span>
        <Button variant="link" size="sm" onClick={onCancel}>
          {labels.choose}
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.name} required error={errors['customer.name']} className="sm:col-span-2">
          <Input
            ref={name}
            autoComplete="off"
            maxLength={120}
            value={customer.name}
            onChange={(event) => edit({ name: event.target.value })}
          />
        </Field>
        <Field label={labels.email} error={errors['customer.email']}>
          <Input
            ref={email}
            type="email"
            autoComplete="off"
            maxLength={254}
            value={customer.email}
            onChange={(event) => edit({ email: event.target.value })}
          />
        </Field>
        <Field label={labels.phone} error={errors['customer.phone']}>
          <Input
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={30}
            value={customer.phone}
            onChange={(event) => edit({ phone: event.target.value })}
          />
        </Field>
      </div>
      <p className="mt-3 text-13 text-muted" aria-live="polite">
        {existing ? labels.known[by](existing.name) : labels.freshHint}
      </p>
      {existing && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2"
          onClick={() => onChoose({ ...existing, phone: existing.phone ?? '' })}
        >
          {labels.use}
        </Button>
      )}
    </fieldset>
  );
}

/** The fields of name and email; the first that is blank gets the focus. */
function useFirstBlank(customer: CustomerDraft) {
  const name = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const start = useRef(customer);
  useEffect(() => {
    const begun = start.current;
    const isReachable = begun.email !== '' || begun.phone !== '';
    const first = begun.name === '' ? name : isReachable ? undefined : email;
    // The list gives the focus back to its button while it closes.
    const frame = requestAnimationFrame(() => first?.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return { name, email };
}

/** A customer who is there already, and what they are known by. */
function useExisting({ email, phone }: CustomerDraft) {
  const { known } = useCustomerChoices();
  const typed = email.trim().toLowerCase();
  const number = toE164(phone);
  const byEmail = typed === '' ? undefined : known.find((one) => one.email === typed);
  const byPhone = number === null ? undefined : known.find((one) => one.phone === number);
  return { existing: byEmail ?? byPhone, by: byEmail ? ('email' as const) : ('phone' as const) };
}
