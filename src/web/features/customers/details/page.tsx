import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import {
  ChevronLeft,
  FileText,
  Link2,
  Mail,
  MessageCircle,
  Pencil,
  Phone,
  Trash2,
  Users,
} from 'lucide-react';
import { type ReactNode } from 'react';
import { languages } from '#core/languages.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { formatPhone } from '#core/phone.ts';
import { withholdingNames } from '#core/withholding-names.ts';
import { creditQuery } from '#web/lib/customer-credit/api.ts';
import { texts as creditTexts } from '#web/lib/customer-credit/texts.ts';
import { formatDay, formatDue } from '#web/lib/format.ts';
import { lazyComponent, lazyDialog } from '#web/lib/lazy.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { existingRecord, RecordStates } from '#web/lib/record-states.tsx';
import { savedCardsQuery } from '#web/lib/saved-cards.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { StatCard } from '#web/ui/card.tsx';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { TypedIn } from '#web/ui/typed-in.tsx';
import type { Customer } from '../api.ts';
import { texts as listTexts } from '../texts.ts';
import { type CustomerDetails, customerQuery } from './api.ts';
import { Notes } from './notes.tsx';
import { texts as portalTexts } from './portal/texts.ts';
import { InvoiceLink, Invoices, Payments, Promises } from './records.tsx';
import { texts as statementTexts } from './statement/texts.ts';
import { texts } from './texts.ts';

const EditCustomer = lazyDialog(async () => (await import('../dialogs.tsx')).EditCustomer);
const DeleteCustomer = lazyDialog(async () => (await import('../dialogs.tsx')).DeleteCustomer);
const StatementDialog = lazyDialog(async () => (await import('./statement/dialog.tsx')).StatementDialog);
const PortalDialog = lazyDialog(async () => (await import('./portal/dialog.tsx')).PortalDialog);
// Seldom there.
const SavedCards = lazyComponent(async () => (await import('./saved-cards.tsx')).SavedCards);
const MergeCustomers = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeCustomers);

/** One customer: what they owe and paid, how to reach them, and all there is between them and the business. */
export function CustomerPage() {
  const { id = '' } = useParams({ strict: false });
  const currency = useCurrency();
  const query = useQuery(customerQuery(currency, id));
  const customer = existingRecord(query);
  usePage(customer?.name ?? listTexts.title);
  return (
    <>
      <Link
        to="/dashboard/customers"
        className={buttonClass({ variant: 'ghost', size: 'sm', className: '-ml-3 mb-1 text-muted' })}
      >
        <ChevronLeft aria-hidden />
        {texts.back}
      </Link>
      {customer && <Shown key={id} customer={customer} currency={currency} />}
      <RecordStates query={query} gone={texts.gone} failed={texts.failed}>
        <div role="status" aria-label={texts.loading} className="grid gap-4">
          <Skeleton className="h-14" />
          <Skeleton className="h-28" />
          <Skeleton className="h-64" />
        </div>
      </RecordStates>
    </>
  );
}

type ShownProps = { customer: CustomerDetails; currency: Currency };

function Shown({ customer, currency }: ShownProps) {
  const navigate = useNavigate();
  const [editing, setEditing] = useOpened<Customer>('edit');
  const [deleting, setDeleting] = useOpened('delete');
  const [merging, setMerging] = useOpened('merge');
  const [showing, setShowing] = useOpened('statement');
  const [sharing, setSharing] = useOpened('portal');
  const { data: cards = [] } = useQuery(savedCardsQuery(currency, customer.id));
  return (
    <>
      <PageHeader title={customer.name} subtitle={<Subtitle customer={customer} />}>
        <Button variant="outline" onClick={() => setShowing(true)}>
          <FileText aria-hidden />
          {statementTexts.action}
        </Button>
        <Button variant="outline" onClick={() => setSharing(true)}>
          <Link2 aria-hidden />
          {portalTexts.action}
        </Button>
        <Button variant="outline" onClick={() => setEditing(customer)}>
          <Pencil aria-hidden />
          {texts.edit}
        </Button>
        <Button variant="outline" onClick={() => setMerging(true)}>
          <Users aria-hidden />
          {texts.merge}
        </Button>
        <Button variant="ghost" className="text-bad" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden />
          {listTexts.delete}
        </Button>
      </PageHeader>
      <Contacts customer={customer} />
      <Figures customer={customer} currency={currency} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <Invoices customerId={customer.id} />
          <Payments customerId={customer.id} />
        </div>
        <div className="grid gap-4">
          {cards.length > 0 && <SavedCards customerId={customer.id} />}
          <Promises customerId={customer.id} />
          <Notes id={customer.id} notes={customer.notes} />
        </div>
      </div>
      {editing && <EditCustomer customer={editing} onClose={() => setEditing(null)} onReopen={setEditing} />}
      {deleting && (
        <DeleteCustomer
          customer={customer}
          onClose={() => setDeleting(null)}
          onDeleted={() => void navigate({ to: '/dashboard/customers' })}
        />
      )}
      {showing && (
        <StatementDialog customer={customer} currency={currency} onClose={() => setShowing(null)} />
      )}
      {sharing && <PortalDialog customer={customer} currency={currency} onClose={() => setSharing(null)} />}
      {merging && (
        <MergeCustomers
          customer={customer}
          onClose={() => setMerging(null)}
          onMerged={(id) => void navigate({ to: '/dashboard/customers/$id', params: { id }, replace: true })}
        />
      )}
    </>
  );
}

function Subtitle({ customer }: { customer: CustomerDetails }) {
  const { email, phone, language, remindersOff, withholdingKind, elsewhere } = customer;
  const written = languages.find(({ code }) => code === language);
  // A number is not broken in two.
  const contact = [email, formatPhone(phone ?? '').replaceAll(' ', '\u00a0')].filter(Boolean).join(' · ');
  const facts = [
    email === '' && phone ? texts.byWhatsapp : '',
    written ? texts.writtenIn(written.name) : '',
    remindersOff ? texts.remindersOff : '',
    withholdingKind ? texts.deductsTax(withholdingNames[withholdingKind]) : '',
    elsewhere
      ? texts.elsewhere(
          formatMoney(elsewhere.owes, elsewhere.currency),
          formatMoney(elsewhere.paid, elsewhere.currency),
        )
      : '',
  ].filter(Boolean);
  return (
    <>
      <span className="block [overflow-wrap:anywhere]">{contact || texts.noContact}</span>
      {facts.length > 0 && <span className="block text-sm">{facts.join(' ')}</span>}
    </>
  );
}

/** Ways to reach the customer at once, for the thumb. */
function Contacts({ customer: { email, phone } }: { customer: CustomerDetails }) {
  if (email === '' && !phone) return null;
  const digits = phone?.replace(/\D/g, '') ?? '';
  return (
    <div className="mb-4 flex gap-2.5">
      {phone && (
        <>
          <Contact
            href={`https://wa.me/${digits}`}
            icon={<MessageCircle aria-hidden />}
            label={texts.whatsapp}
          />
          <Contact href={`tel:${phone}`} icon={<Phone aria-hidden />} label={texts.call} />
        </>
      )}
      {email !== '' && <Contact href={`mailto:${email}`} icon={<Mail aria-hidden />} label={texts.email} />}
    </div>
  );
}

type ContactProps = { href: string; icon: ReactNode; label: string };

function Contact({ href, icon, label }: ContactProps) {
  const opensTab = href.startsWith('https:');
  return (
    <a
      href={href}
      {...(opensTab && { target: '_blank', rel: 'noreferrer' })}
      className={buttonClass({ variant: 'outline', className: 'max-md:flex-1 max-md:px-2' })}
    >
      {icon}
      {label}
    </a>
  );
}

function Figures({ customer, currency }: ShownProps) {
  const { owes, paid, typedIn, lastPaidAt, oldestUnpaid } = customer;
  const { data: credit } = useQuery(creditQuery(currency, customer.id));
  return (
    <section
      aria-label={texts.figures}
      className="grid grid-cols-2 gap-3 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none md:gap-4"
    >
      <StatCard
        title={texts.owes}
        value={<FittedMoney amount={owes} currency={currency} />}
        caption={owesCaption(customer, currency)}
      />
      <StatCard
        title={texts.paid}
        value={<FittedMoney amount={paid} currency={currency} />}
        caption={
          <span>
            {lastPaidAt ? texts.lastPaid(formatDay(lastPaidAt)) : texts.neverPaid}
            <TypedIn amount={typedIn} currency={currency} />
          </span>
        }
      />
      <StatCard
        title={texts.oldest}
        value={
          oldestUnpaid ? (
            <InvoiceLink id={oldestUnpaid.id} number={oldestUnpaid.invoiceNumber} />
          ) : (
            <span className="text-muted">{texts.none}</span>
          )
        }
        caption={oldestUnpaid ? formatDue(oldestUnpaid.dueDate) : texts.nothingOwed}
        className="max-lg:col-span-2"
      />
      {credit && credit.credit > 0 && (
        <StatCard
          title={creditTexts.title}
          value={<FittedMoney amount={credit.credit} currency={currency} />}
          caption={
            credit.refundable > 0
              ? creditTexts.refundable(formatMoney(credit.refundable, currency))
              : creditTexts.caption
          }
          className="max-lg:col-span-2"
        />
      )}
    </section>
  );
}

function owesCaption({ owes, overdue }: CustomerDetails, currency: Currency): string {
  if (owes === 0) return texts.nothingOwed;
  return overdue === 0 ? texts.nothingOverdue : texts.overdue(formatMoney(overdue, currency));
}
