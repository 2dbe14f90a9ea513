import { Link } from '@tanstack/react-router';
import {
  CalendarPlus,
  Copy,
  Download,
  ExternalLink,
  FilePlus,
  Link2,
  MessageCircle,
  Pencil,
  Send,
  Undo2,
} from 'lucide-react';
import { type ReactNode } from 'react';
import { toastFailure } from '#web/lib/api.ts';
import { openChat } from '#web/lib/invoices/delivery.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import type { RowAction } from '#web/ui/row-actions-menu.tsx';
import { RowActions } from '#web/ui/row-actions.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type QuoteDetail, savePdf, useQuoteAct } from '../api.ts';
import { isWaiting, nameOf } from '../status.tsx';
import { texts } from '../texts.ts';
import { ExtendDialog } from './extend.tsx';
import { PartDialog } from './part.tsx';

const { acts, failed } = texts;

type ActionsProps = { quote: QuoteDetail; onOpen: (id: string) => void; onEdit: () => void };
type Question = 'withdraw' | 'extend' | 'invoice' | 'part';

/** The next step of a quote as buttons, all else behind a menu. */
export function QuoteActions({ quote, onOpen, onEdit }: ActionsProps) {
  const act = useQuoteAct();
  const [asks, setAsks] = useOpened<Question>('ask');
  const run = (kind: 'send' | 'withdraw' | 'copy' | 'invoice', onDone?: (done: QuoteDetail) => void) =>
    act.mutate({ act: kind, id: quote.id }, { onSuccess: onDone });
  const confirm = (kind: 'withdraw' | 'invoice') => {
    setAsks(null);
    run(kind);
  };
  const menu = menuFor(quote, {
    edit: onEdit,
    ask: setAsks,
    copy: () => run('copy', (copied) => onOpen(copied.id)),
  });
  const close = () => setAsks(null);
  return (
    <>
      <RowActions label={acts.more} title={nameOf(quote)} actions={menu} />
      <span className="mr-auto" />
      <NextStep
        quote={quote}
        pending={act.isPending}
        run={run}
        onEdit={onEdit}
        onPart={() => setAsks('part')}
      />
      {asks === 'withdraw' && (
        <AlertDialog
          open
          danger
          onClose={close}
          onConfirm={() => confirm('withdraw')}
          {...texts.withdraw}
          title={texts.withdraw.title(nameOf(quote))}
        />
      )}
      {asks === 'invoice' && (
        <AlertDialog
          open
          onClose={close}
          onConfirm={() => confirm('invoice')}
          {...texts.invoiceAnyway}
          text={texts.invoiceAnyway.text(quote.customerName)}
        />
      )}
      {asks === 'part' && <PartDialog quote={quote} onClose={close} />}
      {asks === 'extend' && <ExtendDialog quote={quote} onClose={close} />}
    </>
  );
}

type NextProps = {
  quote: QuoteDetail;
  pending: boolean;
  run: (kind: 'send' | 'invoice', onDone?: (done: QuoteDetail) => void) => void;
  onEdit: () => void;
  onPart: () => void;
};

function NextStep({ quote, pending, run, onEdit, onPart }: NextProps) {
  if (quote.status === 'draft') {
    const isByEmail = quote.customerEmail !== '';
    const send = () => {
      const leadTo = isByEmail ? null : openChat();
      run('send', (sent) => leadTo?.(sent.whatsappUrl));
    };
    return (
      <>
        <Button variant="outline" onClick={onEdit}>
          <Pencil aria-hidden />
          {acts.edit}
        </Button>
        <Button pending={pending} onClick={send}>
          {isByEmail ? <Send aria-hidden /> : <MessageCircle aria-hidden />}
          {isByEmail ? acts.send : acts.sendWhatsapp}
        </Button>
      </>
    );
  }
  if (quote.invoiceId !== null)
    return (
      <Link
        to="/dashboard/invoices"
        search={{ invoice: quote.invoiceId }}
        className={buttonClass({ variant: 'primary' })}
      >
        {acts.openInvoice(quote.invoiceNumber ?? '')}
      </Link>
    );
  if (quote.parts.length > 0)
    return quote.leftAmount > 0 ? (
      <Button onClick={onPart}>
        <FilePlus aria-hidden />
        {acts.part}
      </Button>
    ) : null;
  if (quote.status === 'accepted')
    return (
      <Button pending={pending} onClick={() => run('invoice')}>
        <FilePlus aria-hidden />
        {acts.invoice}
      </Button>
    );
  return isWaiting(quote) && quote.whatsappUrl ? <Share url={quote.whatsappUrl} /> : null;
}

function Share({ url }: { url: string }): ReactNode {
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'primary' })}>
      <MessageCircle aria-hidden />
      {acts.share}
    </a>
  );
}

type MenuHandlers = { edit: () => void; ask: (question: Question) => void; copy: () => void };

function menuFor(quote: QuoteDetail, { edit, ask, copy }: MenuHandlers): RowAction[] {
  const { pageUrl, status } = quote;
  const waits = isWaiting(quote);
  const pdf = () => void savePdf(quote).catch((error: unknown) => toastFailure(error, failed.pdf));
  const link = () =>
    void navigator.clipboard.writeText(pageUrl ?? '').then(
      () => toast.success(texts.done.link),
      () => toast.error(failed.link),
    );
  const page = () => void open(`${pageUrl}?preview=1`, '_blank', 'noreferrer');
  return [
    ...(waits ? [{ label: acts.edit, icon: <Pencil />, run: edit }] : []),
    ...(waits ? [{ label: acts.extend, icon: <CalendarPlus />, run: () => ask('extend') }] : []),
    ...(waits ? [{ label: acts.invoice, icon: <FilePlus />, run: () => ask('invoice') }] : []),
    ...(takesFirstPart(quote) ? [{ label: acts.part, icon: <FilePlus />, run: () => ask('part') }] : []),
    ...(pageUrl ? [{ label: acts.copyLink, icon: <Link2 />, run: link }] : []),
    ...(pageUrl ? [{ label: acts.page, icon: <ExternalLink />, run: page }] : []),
    { label: acts.pdf, icon: <Download />, run: pdf },
    { label: acts.copy, icon: <Copy />, run: copy },
    ...(waits || status === 'draft'
      ? [{ label: acts.withdraw, icon: <Undo2 />, run: () => ask('withdraw'), danger: true }]
      : []),
  ];
}

// Later parts are the next step, and a button.
const takesFirstPart = (quote: QuoteDetail): boolean =>
  quote.parts.length === 0 && quote.invoiceId === null && (isWaiting(quote) || quote.status === 'accepted');
