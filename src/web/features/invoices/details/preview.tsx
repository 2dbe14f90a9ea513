import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { dateIn } from '#core/dates.ts';
import { formatMoney, type Minor, subtract, ZERO } from '#core/money.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { formatLongDate, formatPercent } from '#web/lib/format.ts';
import { Cloth } from '#web/ui/cloth.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { payLinkOf } from '../status.ts';
import { detailsTexts as texts } from './texts.ts';

/**
 * The invoice as its customer sees it: cloth at the edge, then parties, items, totals and payment details.
 */
export function InvoicePreview({ invoice }: { invoice: InvoiceDetail }) {
  usePaidToast(invoice);
  return (
    <article className="flex overflow-hidden rounded-card border border-line bg-surface shadow-e2">
      <ClothEdge seed={invoice.businessId.id} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-5 md:p-7">
        <Header invoice={invoice} />
        <Items invoice={invoice} />
        <Totals invoice={invoice} />
        <Footer invoice={invoice} />
      </div>
    </article>
  );
}

function ClothEdge({ seed }: { seed: string }) {
  const { data: business } = useBusiness();
  if (!business) return <span className="w-3 shrink-0 bg-sunken md:w-7" />;
  return (
    <Cloth
      seed={seed}
      primary={business.primaryColor}
      secondary={business.secondaryColor}
      columns={2}
      rows={24}
      className="w-3 shrink-0 self-stretch md:w-7"
    />
  );
}

// A payment that arrives while the dialog is open gets a toast; an invoice opened as paid does not.
function usePaidToast({ id, status, amountPaid, currency }: InvoiceDetail): void {
  const seen = useRef({ id, status });
  useEffect(() => {
    const before = seen.current;
    if (before.id === id && before.status !== 'paid' && status === 'paid') {
      toast.success(texts.paidNow(formatMoney(amountPaid, currency)));
    }
    seen.current = { id, status };
  }, [id, status, amountPaid, currency]);
}

function Header({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <header className="grid gap-5">
      {invoice.status === 'paid' && <PaidBanner invoice={invoice} />}
      {invoice.status === 'pending' && (
        <p className="rounded-control bg-warn-bg px-4 py-3 text-15">{texts.notSent}</p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">{invoice.businessId.businessName}</p>
          {invoice.title && <p className="text-muted [overflow-wrap:anywhere]">{invoice.title}</p>}
        </div>
        <AmountDue invoice={invoice} />
      </div>
      <dl className="grid gap-4 border-line border-y py-4 sm:grid-cols-3">
        <Fact name={texts.billTo}>
          <span className="block font-semibold [overflow-wrap:anywhere]">{invoice.customerName}</span>
          <span className="block text-muted text-sm [overflow-wrap:anywhere]">{invoice.customerEmail}</span>
        </Fact>
        <Fact name={texts.issued}>{formatLongDate(invoice.date)}</Fact>
        <Fact name={texts.due}>{formatLongDate(invoice.dueDate)}</Fact>
      </dl>
      {invoice.description && (
        <p className="whitespace-pre-line break-words text-15">{invoice.description}</p>
      )}
    </header>
  );
}

function AmountDue({ invoice }: { invoice: InvoiceDetail }) {
  const isPaid = invoice.status === 'paid';
  return (
    <p className="grid min-w-0 sm:justify-items-end">
      <span className="text-muted text-sm">{isPaid ? texts.total : texts.balance}</span>
      <Money
        amount={isPaid ? invoice.totalAmount : invoice.balance}
        currency={invoice.currency}
        className="font-bold text-[clamp(1.5rem,7.5vw,2.25rem)] leading-tight"
      />
    </p>
  );
}

/** Invoices whose ring was already drawn since the page was loaded. */
const animatedInvoices = new Set<string>();

/** Says that the money is there, with one calm ring the first time it is seen. */
function PaidBanner({ invoice: { id, paidAt } }: { invoice: InvoiceDetail }) {
  const [isFirst] = useState(() => !animatedInvoices.has(id));
  useEffect(() => void animatedInvoices.add(id), [id]);
  return (
    <p className="flex items-center gap-3.5 rounded-control bg-ok-bg px-4 py-3 font-semibold text-ok">
      <span
        aria-hidden
        className="relative grid size-8 shrink-0 place-items-center rounded-full bg-ok text-surface"
      >
        {isFirst && (
          <span className="absolute inset-0 animate-ripple rounded-full border-2 border-ok opacity-0" />
        )}
        <Check className="size-5" strokeWidth={3} />
      </span>
      {paidAt ? texts.paidOn(formatLongDate(dateIn(paidAt))) : texts.paidInFull}
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="mt-0.5 text-15">{children}</dd>
    </div>
  );
}

const quantities = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 6 });

function Items({ invoice }: { invoice: InvoiceDetail }) {
  const { columns } = texts;
  return (
    <table className="w-full text-15 max-sm:block">
      <thead className="text-left text-muted text-sm max-sm:sr-only">
        <tr>
          <th className="py-2 font-normal">{columns.item}</th>
          <th className="py-2 text-right font-normal">{columns.quantity}</th>
          <th className="py-2 text-right font-normal">{columns.rate}</th>
          <th className="py-2 text-right font-normal">{columns.total}</th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {invoice.items.map((item, at) => (
          // Lines have no id of their own and never change places.
          <tr
            key={at}
            className="border-line border-t max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4 max-sm:py-2.5 max-sm:first:border-t-0 max-sm:first:pt-0"
          >
            <td className="[overflow-wrap:anywhere] py-3 pr-4 max-sm:w-full max-sm:py-0">
              {item.description}
            </td>
            <td className="py-3 text-right tabular-nums max-sm:py-0 max-sm:text-left max-sm:text-muted max-sm:text-sm">
              {quantities.format(item.quantity / 1_000_000)}
              <span className="sm:hidden">
                {' × '}
                <Money amount={item.rate} currency={invoice.currency} className="[&>span]:opacity-100" />
              </span>
            </td>
            <td className="py-3 pl-4 text-right max-sm:hidden">
              <Money amount={item.rate} currency={invoice.currency} />
            </td>
            <td className="py-3 pl-4 text-right font-semibold max-sm:ml-auto max-sm:py-0 max-sm:pl-0">
              <Money amount={item.total} currency={invoice.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Totals({ invoice }: { invoice: InvoiceDetail }) {
  const { currency } = invoice;
  return (
    <dl className="ml-auto grid w-full max-w-xs gap-2 text-15">
      <TotalLine name={texts.subtotal} amount={invoice.subtotal} currency={currency} />
      {invoice.discount > 0 && (
        <TotalLine name={texts.discount} amount={subtract(ZERO, invoice.discount)} currency={currency} />
      )}
      <TotalLine name={texts.tax(formatPercent(invoice.taxRate))} amount={invoice.tax} currency={currency} />
      <TotalLine name={texts.total} amount={invoice.totalAmount} currency={currency} strong />
      {invoice.amountPaid > 0 && (
        <TotalLine name={texts.paid} amount={invoice.amountPaid} currency={currency} />
      )}
      {invoice.amountPaid > 0 && (
        <TotalLine name={texts.balance} amount={invoice.balance} currency={currency} strong />
      )}
    </dl>
  );
}

type TotalLineProps = { name: string; amount: Minor; currency: InvoiceDetail['currency']; strong?: boolean };

function TotalLine({ name, amount, currency, strong = false }: TotalLineProps) {
  return (
    <div
      className={cn('flex justify-between gap-4', strong && 'border-line border-t pt-2.5 font-bold text-lg')}
    >
      <dt className={strong ? '' : 'text-muted'}>{name}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}

function Footer({ invoice }: { invoice: InvoiceDetail }) {
  const { bankDetails } = invoice;
  return (
    <footer className="grid gap-5">
      {invoice.status !== 'paid' && invoice.checkoutUrl && (
        <PayBox qrCode={invoice.qrCode} url={payLinkOf(invoice)} />
      )}
      <dl className="grid gap-4 sm:grid-cols-2">
        {invoice.paymentTerms && <Fact name={texts.terms}>{invoice.paymentTerms}</Fact>}
        {bankDetails && (
          <Fact name={texts.bank}>
            <span className="block">{bankDetails.bankName}</span>
            <span className="num block font-semibold">{bankDetails.accountNumber}</span>
            <span className="block text-muted text-sm">{bankDetails.accountName}</span>
          </Fact>
        )}
        {invoice.notes && (
          <Fact name={texts.notes}>
            <span className="whitespace-pre-line">{invoice.notes}</span>
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
