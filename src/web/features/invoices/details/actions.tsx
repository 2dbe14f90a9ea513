import { Link } from '@tanstack/react-router';
import {
  BellRing,
  CopyPlus,
  Download,
  Ellipsis,
  Eraser,
  FileMinus2,
  FilePen,
  ExternalLink,
  Landmark,
  Banknote,
  MonitorCheck,
  Pencil,
  Repeat,
  RotateCcw,
  Split,
  Trash2,
} from 'lucide-react';
import { deliver, useRemindInvoice } from '#web/lib/invoices/delivery.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { type InvoiceDetail, useDeleteInvoice, useDownloadPdf, useDuplicateInvoice } from '../api.ts';
import { texts as recordTexts } from '#web/lib/record-payment/texts.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import {
  canKeepTax,
  isCreditable,
  isDeletable,
  isPayable,
  isRecordable,
  isUnpaid,
  payLinkOf,
} from '../status.ts';
import { texts as creditTexts } from '../credit-note/texts.ts';
import { ReceiptAction } from './receipt-action.tsx';
import { SendActions } from './send-actions.tsx';
import { ShareMenu } from './share-menu.tsx';
import { detailsTexts as texts, scheduleTexts, withholdingAction, writeOffTexts } from './texts.ts';
import { useUndoWriteOff } from './undo-write-off.ts';

const RecordPaymentDialog = lazyDialog(
  async () => (await import('#web/lib/record-payment/dialog.tsx')).RecordPaymentDialog,
);

const RepeatDialog = lazyDialog(async () => (await import('../repeating/repeat-dialog.tsx')).RepeatDialog);
const CreditNoteDialog = lazyDialog(async () => (await import('../credit-note/dialog.tsx')).CreditNoteDialog);
const CorrectDialog = lazyDialog(
  async () => (await import('../credit-note/correct-dialog.tsx')).CorrectDialog,
);
const WithholdingDialog = lazyDialog(async () => (await import('./withholding.tsx')).WithholdingDialog);

const WriteOffDialog = lazyDialog(async () => (await import('./write-off.tsx')).WriteOffDialog);
const PlanDialog = lazyDialog(async () => (await import('./schedule.tsx')).PlanDialog);
const AskDialog = lazyDialog(async () => (await import('./schedule.tsx')).AskDialog);

type DetailsActionsProps = { invoice: InvoiceDetail; onDeleted: () => void; onEdit: () => void };

/** The actions that the invoice's status allows, the next step last; the rarer ones, on phones all but it, are in a menu. */
export function DetailsActions({ invoice, onDeleted, onEdit }: DetailsActionsProps) {
  const { status } = invoice;
  return (
    <>
      <SecondaryActions invoice={invoice} onDeleted={onDeleted} onEdit={onEdit} />
      {status === 'pending' && <SendActions invoice={invoice} />}
      {isUnpaid(invoice) && <CollectActions invoice={invoice} />}
      <ReceiptAction invoice={invoice} />
    </>
  );
}

function SecondaryActions({ invoice, onDeleted, onEdit }: DetailsActionsProps) {
  const download = useDownloadPdf();
  const remove = useDeleteInvoice();
  const link = payLinkOf(invoice);
  const canDelete = isDeletable(invoice);
  const canOpenPos = isPayable(invoice);
  const save = () => download.mutate(invoice);
  const deleteInvoice = () => {
    remove.mutate(invoice);
    onDeleted();
  };
  return (
    <>
      {canDelete && (
        <Button variant="ghost" className="mr-auto px-3 text-bad max-md:hidden" onClick={deleteInvoice}>
          <Trash2 aria-hidden />
          {texts.remove}
        </Button>
      )}
      <Button variant="outline" pending={download.isPending} onClick={save} className="max-md:hidden">
        <Download aria-hidden />
        {texts.download}
      </Button>
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', className: 'max-md:hidden' })}
        >
          <ExternalLink aria-hidden />
          {texts.payLink}
        </a>
      )}
      <MoreMenu
        invoice={invoice}
        link={link}
        posInvoiceId={canOpenPos ? invoice.id : null}
        onEdit={onEdit}
        onDownload={save}
        onDelete={canDelete ? deleteInvoice : null}
      />
    </>
  );
}

type DialogName = 'record' | 'repeat' | 'plan' | 'writeOff' | 'withholding' | 'credit' | 'correct';

type MoreMenuProps = {
  invoice: InvoiceDetail;
  link: string | null;
  /** The invoice that can be shown at the counter. */
  posInvoiceId: string | null;
  onEdit: () => void;
  onDownload: () => void;
  onDelete: (() => void) | null;
};

function MoreMenu({ invoice, link, posInvoiceId, onEdit, onDownload, onDelete }: MoreMenuProps) {
  const [dialog, setDialog] = useOpened<DialogName>('menu');
  return (
    <>
      <DropdownMenu
        align="start"
        label={texts.otherActions}
        trigger={
          <Button variant="outline" aria-label={texts.otherActions} className="px-3">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <SettleItems invoice={invoice} onEdit={onEdit} onOpen={setDialog} />
        <MenuItem phone icon={<Download aria-hidden />} onSelect={onDownload}>
          {texts.download}
        </MenuItem>
        {posInvoiceId && (
          <MenuItem phone asChild>
            <Link to="/dashboard/invoices/$id/counter" params={{ id: posInvoiceId }}>
              <MonitorCheck aria-hidden />
              {texts.counter}
            </Link>
          </MenuItem>
        )}
        {link && (
          <MenuItem phone asChild>
            <a href={link} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              {texts.payLink}
            </a>
          </MenuItem>
        )}
        {onDelete && (
          <>
            <MenuSeparator phone />
            <MenuItem phone danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
              {texts.remove}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {dialog && <Opened dialog={dialog} invoice={invoice} onClose={() => setDialog(null)} />}
    </>
  );
}

type SettleItemsProps = Pick<MoreMenuProps, 'invoice' | 'onEdit'> & { onOpen: (dialog: DialogName) => void };

/** Actions that change an invoice, or settle it. */
function SettleItems({ invoice, onEdit, onOpen }: SettleItemsProps) {
  const duplicate = useDuplicateInvoice();
  const undoWriteOff = useUndoWriteOff();
  return (
    <>
      {isRecordable(invoice) && (
        <MenuItem icon={<Banknote aria-hidden />} onSelect={() => onOpen('record')}>
          {recordTexts.action}
        </MenuItem>
      )}
      <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
        {invoice.status === 'pending' ? texts.edit : texts.revise}
      </MenuItem>
      <MenuItem icon={<CopyPlus aria-hidden />} onSelect={() => duplicate.mutate(invoice)}>
        {texts.duplicate}
      </MenuItem>
      <MenuItem icon={<Repeat aria-hidden />} onSelect={() => onOpen('repeat')}>
        {texts.repeat}
      </MenuItem>
      {isCreditable(invoice) && (
        <>
          <MenuItem icon={<FileMinus2 aria-hidden />} onSelect={() => onOpen('credit')}>
            {creditTexts.action}
          </MenuItem>
          <MenuItem icon={<FilePen aria-hidden />} onSelect={() => onOpen('correct')}>
            {creditTexts.correct}
          </MenuItem>
        </>
      )}
      {canKeepTax(invoice) && (
        <MenuItem icon={<Landmark aria-hidden />} onSelect={() => onOpen('withholding')}>
          {withholdingAction}
        </MenuItem>
      )}
      {isUnpaid(invoice) && (
        <MenuItem icon={<Split aria-hidden />} onSelect={() => onOpen('plan')}>
          {scheduleTexts.plan.action}
        </MenuItem>
      )}
      {isUnpaid(invoice) && (
        <MenuItem icon={<Eraser aria-hidden />} onSelect={() => onOpen('writeOff')}>
          {writeOffTexts.action}
        </MenuItem>
      )}
      {invoice.writtenOff > 0 && (
        <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => undoWriteOff.mutate(invoice)}>
          {writeOffTexts.undo}
        </MenuItem>
      )}
    </>
  );
}

type OpenedProps = { dialog: DialogName; invoice: InvoiceDetail; onClose: () => void };

function Opened({ dialog, invoice, onClose }: OpenedProps) {
  return (
    <>
      {dialog === 'record' && <RecordPaymentDialog invoice={invoice} onClose={onClose} />}
      {dialog === 'repeat' && <RepeatDialog invoice={invoice} onClose={onClose} />}
      {dialog === 'plan' && <PlanDialog invoice={invoice} onClose={onClose} />}
      {dialog === 'credit' && <CreditNoteDialog invoice={invoice} onClose={onClose} />}
      {dialog === 'correct' && <CorrectDialog invoice={invoice} onClose={onClose} />}
      {dialog === 'withholding' && <WithholdingDialog invoice={invoice} onClose={onClose} />}
      {dialog === 'writeOff' && <WriteOffDialog invoice={invoice} onClose={onClose} />}
    </>
  );
}

function CollectActions({ invoice }: { invoice: InvoiceDetail }) {
  const waits = invoice.schedule.some(({ state }) => state === 'waits');
  return (
    <>
      {waits ? <AskAction invoice={invoice} /> : <RemindAction invoice={invoice} />}
      {invoice.checkoutUrl && (
        <ShareMenu invoice={invoice} url={invoice.checkoutUrl} className="max-md:flex-1 max-md:px-3" />
      )}
    </>
  );
}

function RemindAction({ invoice }: { invoice: InvoiceDetail }) {
  const remind = useRemindInvoice();
  return (
    <Button
      variant="outline"
      pending={remind.isPending}
      onClick={() => deliver(remind, invoice)}
      className="max-md:flex-1 max-md:px-3"
    >
      <BellRing aria-hidden />
      {texts.remind}
    </Button>
  );
}

/** In place of a reminder: nothing is due before its owner asks for it. */
function AskAction({ invoice }: { invoice: InvoiceDetail }) {
  const [isAsking, setAsking] = useOpened('ask');
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)} className="max-md:flex-1 max-md:px-3">
        <BellRing aria-hidden />
        {scheduleTexts.ask.action}
      </Button>
      {isAsking && <AskDialog invoice={invoice} onClose={() => setAsking(null)} />}
    </>
  );
}
