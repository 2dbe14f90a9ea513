import { Check, CircleCheck, ExternalLink, Link2, MessageCircle, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Service } from '../lib/service.ts';
import { type Invoice, payLinkOf, readInvoice, send, whatsappUrlOf } from '../lib/share.ts';
import type { Connection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import { extension } from '../lib/web-extension.ts';

type CreatedInvoiceProps = { id: string; currency: Currency; service: Service; connection: Connection };
type State = { invoice: Invoice | null; message: string; busy: boolean; creditLeft: Minor };
type Work = () => Promise<Pick<State, 'message' | 'creditLeft'> & { invoice: Invoice }>;

const labels = texts.review;

/** The invoice that was made, and the ways it can go to its customer. */
export function CreatedInvoice({ id, currency, service, connection }: CreatedInvoiceProps) {
  const { invoice, message, busy, creditLeft, sendByEmail, copy, sendByWhatsApp } = useSharing({
    id,
    currency,
    service,
  });
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  const isPending = invoice?.status === 'pending';
  return (
    <section className="rounded-card border border-line bg-surface p-5 shadow-e2">
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-ok" />
        <div className="min-w-0 flex-1">
          <h2 ref={place} tabIndex={-1} className="text-xl">
            {invoice ? labels.created(invoice.invoiceNumber) : labels.createdPlain}
          </h2>
          {invoice && (
            <p className="mt-1 text-muted [overflow-wrap:anywhere]">
              {invoice.customerName}
              {' · '}
              <Money amount={invoice.totalAmount} currency={invoice.currency} className="text-ink" />
            </p>
          )}
          {isPending && <p className="mt-1 text-sm">{labels.notSent}</p>}
        </div>
      </div>
      <div className="mt-5 flex flex-wrap gap-2.5">
        {isPending && invoice.customerEmail !== '' && (
          <Button aria-disabled={busy} onClick={sendByEmail}>
            <Send aria-hidden />
            {labels.send}
          </Button>
        )}
        <Button variant="outline" aria-disabled={busy} onClick={copy}>
          {message === texts.popup.copied ? <Check aria-hidden /> : <Link2 aria-hidden />}
          {texts.popup.copy}
        </Button>
        <Button variant="outline" aria-disabled={busy} onClick={sendByWhatsApp}>
          <MessageCircle aria-hidden />
          {texts.popup.whatsapp}
        </Button>
        <a
          href={`${connection.address}/dashboard/invoices?invoice=${id}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'ghost' })}
        >
          <ExternalLink aria-hidden />
          {texts.popup.open}
        </a>
      </div>
      <p role="status" className="mt-3 min-h-6 font-medium text-sm">
        {message}
      </p>
      {invoice && creditLeft > 0 && (
        <p className="text-sm">
          {labels.creditWaits(invoice.customerName, formatMoney(creditLeft, currency))}
        </p>
      )}
    </section>
  );
}

function useSharing({ id, currency, service }: Omit<CreatedInvoiceProps, 'connection'>) {
  const [state, setState] = useState<State>({ invoice: null, message: '', busy: false, creditLeft: ZERO });
  useEffect(() => {
    readInvoice(service, { id, currency }).then(
      (invoice) => setState((before) => ({ ...before, invoice })),
      () => undefined,
    );
  }, [id, currency, service]);
  const run = (work: Work, failed: string) => () => {
    setState((before) => ({ ...before, busy: true, message: '' }));
    work().then(
      // Credit that waited as it was sent waits on, however it is handed out again.
      (done) =>
        setState((before) => ({ ...done, busy: false, creditLeft: done.creditLeft || before.creditLeft })),
      (error: unknown) =>
        setState((before) => ({ ...before, busy: false, message: failureText(failed, error) })),
    );
  };
  const sendByEmail = run(async () => {
    const { invoice, creditLeft } = await send(service, { id, currency }, 'email');
    return { invoice, creditLeft, message: labels.sentTo(invoice.customerEmail) };
  }, labels.sendFailed);
  const copy = run(async () => {
    const { invoice, link, creditLeft } = await payLinkOf(service, { id, currency });
    await navigator.clipboard.writeText(link);
    return { invoice, creditLeft, message: texts.popup.copied };
  }, texts.popup.copyFailed);
  const sendByWhatsApp = run(async () => {
    const { invoice, url, creditLeft } = await whatsappUrlOf(service, { id, currency });
    if (url) await extension.tabs.create({ url });
    return { invoice, creditLeft, message: url ? '' : texts.popup.whatsappSent };
  }, texts.popup.whatsappFailed);
  return { ...state, sendByEmail, copy, sendByWhatsApp };
}

const failureText = (failed: string, error: unknown) =>
  error instanceof Error && error.message !== '' ? `${failed}: ${error.message}` : failed;
