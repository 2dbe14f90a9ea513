import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { formatPhone } from '#core/phone.ts';
import { toastFailure } from '#web/lib/api.ts';
import { useCustomerChoices } from '#web/lib/invoices/wizard/use-customer-choices.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type CustomerDetails, customerQuery, useMergeCustomers } from './api.ts';
import { texts as screen } from './texts.ts';

const texts = screen.merging;

type MergeCustomersProps = {
  customer: CustomerDetails;
  onClose: () => void;
  /** With the id of the one that stays. */
  onMerged: (id: string) => void;
};

/** Two customers side by side, which of them stays, and what will happen to the other. */
export function MergeCustomers({ customer, onClose, onMerged }: MergeCustomersProps) {
  const currency = useCurrency();
  const [otherId, setOtherId] = useState('');
  const [swapped, setSwapped] = useState(false);
  const merge = useMergeCustomers();
  const { data: other } = useQuery({ ...customerQuery(currency, otherId), enabled: otherId !== '' });
  const pair = other && (swapped ? [other, customer] : [customer, other]);
  const confirm = () => {
    const [kept, leaving] = pair ?? [];
    if (!kept || !leaving) return;
    merge.mutate(
      { keptId: kept.id, customerId: leaving.id },
      {
        onSuccess: () => {
          toast.success(texts.done);
          onClose();
          onMerged(kept.id);
        },
        onError: (error) => toastFailure(error, texts.failed),
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={texts.text}
      footer={
        <DialogButtons onCancel={onClose}>
          <Button disabled={!pair} pending={merge.isPending} onClick={confirm}>
            {texts.merge}
          </Button>
        </DialogButtons>
      }
    >
      <div className="grid gap-5">
        <OtherField ownId={customer.id} value={otherId} onChange={setOtherId} />
        {pair?.[0] && pair[1] && (
          <>
            <Comparison kept={pair[0]} other={pair[1]} />
            <Button
              variant="outline"
              size="sm"
              className="justify-self-start"
              onClick={() => setSwapped(!swapped)}
            >
              <ArrowLeftRight aria-hidden />
              {texts.swap}
            </Button>
            <Consequences kept={pair[0]} other={pair[1]} />
          </>
        )}
      </div>
    </Dialog>
  );
}

type OtherFieldProps = { ownId: string; value: string; onChange: (id: string) => void };

function OtherField({ ownId, value, onChange }: OtherFieldProps) {
  const { known, isPending, finding } = useCustomerChoices(value);
  return (
    <Field label={texts.other} required>
      <Combobox
        value={value}
        onChange={onChange}
        {...finding}
        options={known
          .filter(({ id }) => id !== ownId)
          .map(({ id, name, email, phone }) => ({
            value: id,
            label: name,
            hint: email || formatPhone(phone ?? ''),
            start: <Avatar name={name} className="size-7 rounded-sm text-xs" />,
          }))}
        loading={isPending}
        placeholder={texts.choose}
        searchPlaceholder={texts.search}
      />
    </Field>
  );
}

type Pair = { kept: CustomerDetails; other: CustomerDetails };

function Comparison({ kept, other }: Pair) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Side label={texts.kept} customer={kept} stays />
      <Side label={texts.leaves} customer={other} />
    </div>
  );
}

type SideProps = { label: string; customer: CustomerDetails; stays?: boolean };

function Side({ label, customer, stays = false }: SideProps) {
  const currency = useCurrency();
  const facts = [
    { name: texts.name, value: customer.name },
    { name: texts.email, value: customer.email || texts.nothing },
    { name: texts.phone, value: formatPhone(customer.phone ?? '') || texts.nothing },
    { name: texts.owes, value: <Money amount={customer.owes} currency={currency} /> },
    { name: texts.invoices, value: customer.invoices },
  ];
  return (
    <section
      aria-label={`${label}: ${customer.name}`}
      className={cn(
        'min-w-0 rounded-card border p-3.5',
        stays ? 'border-primary bg-primary-soft' : 'border-line bg-sunken',
      )}
    >
      <h3 className="font-semibold font-text text-13 tracking-normal">{label}</h3>
      <dl className="mt-2 grid gap-2 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="text-13 text-muted">{name}</dt>
            <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Consequences({ kept, other }: Pair) {
  return (
    <section aria-label={texts.what}>
      <h3 className="font-semibold font-text text-15 tracking-normal">{texts.what}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-15">
        {consequencesOf(kept, other).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

/** The effects of a merge, in sentences. */
function consequencesOf(kept: CustomerDetails, other: CustomerDetails): string[] {
  const gained = [kept.email === '' && other.email, !kept.phone && formatPhone(other.phone ?? '')];
  const noted = [
    kept.email !== '' && other.email !== kept.email && other.email,
    kept.phone && other.phone !== kept.phone && formatPhone(other.phone ?? ''),
  ];
  const words = (some: (string | false | null)[]) => some.filter(Boolean).join(', ');
  return [
    texts.moves(kept.name, other.name, other.invoices),
    words(gained) && texts.fills(kept.name, words(gained)),
    words(noted) && texts.notes(words(noted)),
    kept.remindersOff || other.remindersOff ? texts.quiet : '',
    texts.leavesList(other.name),
  ].filter((text) => text !== '');
}
