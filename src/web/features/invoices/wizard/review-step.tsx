import type { ReactNode } from 'react';
import { readTaxRate } from '#contract/invoice-form.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import { formatDate } from '#web/lib/format.ts';
import { invoiceLabels } from '#core/invoice/labels.ts';
import { formatPhone, toE164 } from '#core/phone.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import type { CustomerDraft } from './draft.ts';
import { ItemList } from './item-list.tsx';
import type { Purpose } from './purpose.ts';
import { totalsOfDraft } from './rules.ts';
import { wizardTexts } from './texts.ts';
import { TotalsList } from './totals-list.tsx';
import type { Wizard } from './use-wizard.ts';

const labels = wizardTexts.review;

/** Step 2: everything as it will stand on the invoice. */
export function ReviewStep({ wizard: { values, goTo }, purpose }: { wizard: Wizard; purpose: Purpose }) {
  const currency = useCurrency();
  return (
    <div className="grid gap-6">
      <Section onEdit={() => goTo(0)} title={wizardTexts.steps[0]}>
        <p className="font-bold font-display text-lg [overflow-wrap:anywhere]">{values.title}</p>
        <p className="mt-1 whitespace-pre-line text-15 text-muted [overflow-wrap:anywhere]">
          {values.description}
        </p>
        <div className="mt-4 grid gap-x-6 gap-y-4 md:grid-cols-2">
          <BillTo customer={values.customer} />
          <dl className="grid content-start gap-2 text-15">
            <Fact name={labels.issued}>{formatDate(purpose.issued ?? dateIn(systemClock()))}</Fact>
            <Fact name={labels.due}>{formatDate(values.dueDate)}</Fact>
            <Fact name={labels.terms}>{values.paymentTerms}</Fact>
            {values.poNumber.trim() !== '' && <Fact name={invoiceLabels.en.poNumber}>{values.poNumber}</Fact>}
          </dl>
        </div>
      </Section>
      <Section onEdit={() => goTo(1)} title={wizardTexts.steps[1]}>
        <ItemList items={values.items} />
        <div className="mt-5 grid items-start gap-6 md:grid-cols-2">
          {values.notes.trim() !== '' && <Notes text={values.notes} />}
          <section
            aria-label={wizardTexts.items.totals}
            className="rounded-card bg-sunken p-4.5 md:col-start-2"
          >
            <TotalsList
              totals={totalsOfDraft(values)}
              taxBps={readTaxRate(values.taxRate) ?? 0}
              currency={currency}
            />
          </section>
        </div>
      </Section>
      <p className="text-muted text-sm">{purpose.next}</p>
    </div>
  );
}

function Section({ title, onEdit, children }: { title: string; onEdit: () => void; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="rounded-card border border-line p-4.5 pt-3 max-md:p-3.5 max-md:pt-2"
    >
      <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
        <h4 className="font-medium font-text text-muted text-sm tracking-normal">{title}</h4>
        <Button variant="link" size="sm" aria-label={labels.edit(title)} onClick={onEdit}>
          {labels.editShort}
        </Button>
      </div>
      {children}
    </section>
  );
}

function BillTo({ customer: { name, email, phone } }: { customer: CustomerDraft }) {
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Avatar name={name} />
      <div className="min-w-0">
        <p className="text-13 text-muted">{labels.billTo}</p>
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {email || formatPhone(toE164(phone) ?? phone)}
        </p>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="text-right font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Notes({ text }: { text: string }) {
  return (
    <div className="min-w-0">
      <p className="text-13 text-muted">{labels.notes}</p>
      <p className="whitespace-pre-line text-15 [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}
