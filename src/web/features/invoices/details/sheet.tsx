import { formatQuantity } from '#core/english.ts';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import {
  type DateFact,
  type Fact as DocumentFact,
  type InvoiceDocument,
  invoiceDocument,
  type TotalRow,
} from '#core/invoice/document.ts';
import { UNDATED } from '#core/dates.ts';
import type { LabelKey } from '#core/invoice/labels.ts';
import { add, least } from '#core/money.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { PartsList } from '#web/lib/invoices/schedule/parts-list.tsx';
import { cn } from '#web/ui/cn.ts';
import { TypedIn } from '#web/ui/typed-in.tsx';
import { Money } from '#web/ui/money.tsx';
import type { InvoiceDetail } from '../api.ts';
import { isUnpaid, payLinkOf } from '../status.ts';
import { detailsTexts as texts } from './texts.ts';

/** The invoice's document on the screen; needs nothing of the session. */
export function InvoiceSheet({ invoice }: { invoice: InvoiceDetail }) {
  const issuer = { name: invoice.businessId.businessName };
  const withholding = invoice.withholding ?? invoice.likelyTax;
  const document = invoiceDocument({ ...invoice, withholding }, invoice.items, issuer, 'en');
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-5 md:p-7">
      <Header invoice={invoice} document={document} />
      <Items document={document} />
      <Totals document={document} />
      <PartsList parts={document.parts} currency={document.currency} />
      <Footer document={document}>
        {isUnpaid(invoice) && invoice.checkoutUrl && (
          <PayBox qrCode={invoice.qrCode} url={payLinkOf(invoice)} />
        )}
      </Footer>
    </div>
  );
}

/** Labels that the screen, which has room, gives in full. */
const longLabels: Partial<Record<LabelKey, LabelKey>> = {
  issued: 'dateIssued',
  due: 'dueDate',
  balance: 'balanceDue',
};

const labelOf = ({ labels }: InvoiceDocument, { key, label }: Pick<DocumentFact, 'key' | 'label'>) => {
  const long = longLabels[key];
  return long ? labels[long] : label;
};

function Header({ invoice, document }: { invoice: InvoiceDetail; document: InvoiceDocument }) {
  const { labels, from, to, status } = document;
  const days = [document.issued, document.due];
  return (
    <header className="grid gap-5">
      {status.paid && <PaidBanner invoice={invoice} paid={status.paid} />}
      {status.draft && <p className="rounded-control bg-warn-bg px-4 py-3 text-15">{texts.notSent}</p>}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">{from}</p>
          {document.title && <p className="text-muted [overflow-wrap:anywhere]">{document.title}</p>}
        </div>
        <AmountDue document={document} />
      </div>
      <dl className="grid gap-4 border-line border-y py-4 sm:grid-cols-3">
        <Fact name={labels.billedTo}>
          <span className="block font-semibold [overflow-wrap:anywhere]">{to.name}</span>
          <span className="block text-muted text-sm [overflow-wrap:anywhere]">{to.lines.join(' ')}</span>
        </Fact>
        {days.map((day) => (
          <Fact key={day.key} name={labelOf(document, day)}>
            {day.date === UNDATED ? day.value : formatLongDate(day.date)}
          </Fact>
        ))}
        {document.references.map(({ key, label, value }) => (
          <Fact key={key} name={label}>
            <span className="[overflow-wrap:anywhere]">{value}</span>
          </Fact>
        ))}
      </dl>
      {document.description && (
        <p className="whitespace-pre-line break-words text-15">{document.description}</p>
      )}
    </header>
  );
}

function AmountDue({ document }: { document: InvoiceDocument }) {
  const { headline, currency } = document;
  return (
    <p className="grid min-w-0 sm:justify-items-end">
      <span className="text-muted text-sm">{labelOf(document, headline)}</span>
      <Money
        amount={headline.amount}
        currency={currency}
        className="font-bold text-[clamp(1.5rem,7.5vw,2.25rem)] leading-tight"
      />
    </p>
  );
}

/** Invoices whose ring was already drawn since the page was loaded. */
const animatedInvoices = new Set<string>();

/** Says that the money is there, with one calm ring the first time it is seen; in green where all of it is proved. */
function PaidBanner({ invoice, paid }: { invoice: InvoiceDetail; paid: DateFact }) {
  const { id, amountPaid, totalAmount, currency, withholding } = invoice;
  const [isFirst] = useState(() => !animatedInvoices.has(id));
  useEffect(() => void animatedInvoices.add(id), [id]);
  const typedIn = typedInOf(invoice);
  return (
    <p
      className={cn(
        'flex items-center gap-3.5 rounded-control px-4 py-3 font-semibold',
        typedIn > 0 ? 'bg-warn-bg text-warn' : 'bg-ok-bg text-ok',
      )}
    >
      <span
        aria-hidden
        className={cn(
          'relative grid size-8 shrink-0 place-items-center rounded-full text-surface',
          typedIn > 0 ? 'bg-warn' : 'bg-ok',
        )}
      >
        {isFirst && typedIn === 0 && (
          <span className="absolute inset-0 animate-ripple rounded-full border-2 border-ok opacity-0" />
        )}
        <Check className="size-5" strokeWidth={3} />
      </span>
      <span>
        {withholding?.state === 'pending'
          ? texts.certificatePending
          : texts.paidOn(formatLongDate(paid.date), amountPaid === totalAmount)}
        <TypedIn amount={typedIn} currency={currency} className="font-normal text-sm" />
      </span>
    </p>
  );
}

/** The part of what came that nobody but its owner says. */
const typedInOf = ({ payments, amountPaid }: InvoiceDetail) =>
  least(
    amountPaid,
    add(
      ...payments
        .filter(({ evidence, status }) => evidence === 'hand' && status === 'completed')
        .map(({ amount }) => amount),
    ),
  );

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="mt-0.5 text-15">{children}</dd>
    </div>
  );
}

function Items({ document: { labels, lines, currency } }: { document: InvoiceDocument }) {
  return (
    <table className="w-full text-15 max-sm:block">
      <thead className="text-left text-muted text-sm max-sm:sr-only">
        <tr>
          <th className="py-2 font-normal">{labels.item}</th>
          <th className="py-2 text-right font-normal">{labels.quantity}</th>
          <th className="py-2 text-right font-normal">{labels.rate}</th>
          <th className="py-2 text-right font-normal">{labels.total}</th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {lines.map((item, at) => (
          // Lines have no id of their own and never change places.
          <tr
            key={at}
            className="border-line border-t max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4 max-sm:py-2.5 max-sm:first:border-t-0 max-sm:first:pt-0"
          >
            <td className="[overflow-wrap:anywhere] py-3 pr-4 max-sm:w-full max-sm:py-0">
              {item.description}
              {item.note && <span className="block text-muted text-sm">{item.note}</span>}
            </td>
            <td className="py-3 text-right tabular-nums max-sm:py-0 max-sm:text-left max-sm:text-muted max-sm:text-sm">
              {formatQuantity(item.quantity)}
              <span className="sm:hidden">
                {' × '}
                <Money amount={item.rate} currency={currency} className="[&>span]:opacity-100" />
              </span>
            </td>
            <td className="py-3 pl-4 text-right max-sm:hidden">
              <Money amount={item.rate} currency={currency} />
            </td>
            <td className="py-3 pl-4 text-right font-semibold max-sm:ml-auto max-sm:py-0 max-sm:pl-0">
              <Money amount={item.total} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const sumRows: readonly LabelKey[] = ['total', 'balance'];

function Totals({ document }: { document: InvoiceDocument }) {
  return (
    <dl className="ml-auto grid w-full max-w-xs gap-2 text-15">
      {document.totals.map((row) => (
        <TotalLine key={row.key} row={row} document={document} />
      ))}
    </dl>
  );
}

function TotalLine({ row, document }: { row: TotalRow; document: InvoiceDocument }) {
  const strong = sumRows.includes(row.key);
  return (
    <div
      className={cn('flex justify-between gap-4', strong && 'border-line border-t pt-2.5 font-bold text-lg')}
    >
      <dt className={strong ? '' : 'text-muted'}>{labelOf(document, row)}</dt>
      <dd>
        <Money amount={row.amount} currency={document.currency} />
      </dd>
    </div>
  );
}

function Footer({ document, children }: { document: InvoiceDocument; children: ReactNode }) {
  const { terms, bank, notes } = document;
  return (
    <footer className="grid gap-5">
      {children}
      <dl className="grid gap-4 sm:grid-cols-2">
        {terms && (
          <Fact name={terms.label}>
            <span className="whitespace-pre-line">{terms.value}</span>
          </Fact>
        )}
        {bank && (
          <Fact name={bank.label}>
            <span className="block">{bank.bankName}</span>
            <span className="num block font-semibold">{bank.accountNumber}</span>
            <span className="block text-muted text-sm">{bank.accountName}</span>
          </Fact>
        )}
        {notes && (
          <Fact name={notes.label}>
            <span className="whitespace-pre-line">{notes.value}</span>
          </Fact>
        )}
      </dl>
    </footer>
  );
}

function PayBox({ qrCode, url }: { qrCode: string; url: string | null }) {
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-card border border-line p-4">
      <img src={qrCode} alt={texts.qr} width={112} height={112} className="rounded-md bg-white p-1" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{texts.qrHint}</p>
        {url && <p className="mt-1 select-all break-all text-muted text-sm">{url}</p>}
      </div>
    </div>
  );
}
