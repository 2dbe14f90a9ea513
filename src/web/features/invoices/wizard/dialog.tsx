import { FilePenLine } from 'lucide-react';
import { useState } from 'react';
import { newIdempotencyKey } from '#web/lib/api.ts';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { useCreditQuestion, useOutgoingCredit } from '#web/lib/customer-credit/ask.tsx';
import { openChat, useSendInvoice } from '#web/lib/invoices/delivery.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Money } from '#web/ui/money.tsx';
import { useCreateInvoice } from '../api.ts';
import {
  draftName,
  emptyDraft,
  type InvoiceDraft,
  readDraft,
  saveDraft,
} from '#web/lib/invoices/wizard/draft.ts';
import { toInvoice, totalsOfDraft } from '#web/lib/invoices/wizard/rules.ts';
import { wizardTexts } from '#web/lib/invoices/wizard/texts.ts';
import type { SendBy } from '#web/lib/invoices/wizard/footer.tsx';
import { useStableCallback } from '#web/lib/use-stable-callback.ts';
import { WizardDialog } from '#web/lib/invoices/wizard/wizard-dialog.tsx';

type CreateInvoiceDialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  onCreated(invoiceId: string): void;
};

/** The Create Invoice wizard. A draft left behind is offered first; the dialog closes with the attempt to create. */
export function CreateInvoiceDialog(props: CreateInvoiceDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onOpenChange, onCreated }: CreateInvoiceDialogProps) {
  const { user } = useSession();
  const name = draftName(user?.id ?? '', useCurrency());
  const [savedDraft] = useState(() => readDraft(name));
  const [initial, setInitial] = useState(() =>
    savedDraft === null || savedDraft.reopened ? resumed(savedDraft) : null,
  );
  const send = useSendInvoice();
  const { ask, question } = useCreditQuestion();
  const creditFor = useOutgoingCredit();
  const create = useCreateInvoice(() => reopen(name, onOpenChange));
  const close = useStableCallback(() => onOpenChange(false));

  const make = async ({ draft, stopSaving, by }: Making, useCredit?: boolean) => {
    const leadTo = by === 'whatsapp' ? openChat() : null;
    const attempt = { ...draft, key: draft.key || newIdempotencyKey() };
    stopSaving();
    saveDraft(name, attempt);
    const invoice = await create
      .mutateAsync({ invoice: toInvoice(attempt), idempotencyKey: attempt.key })
      .catch(() => null);
    if (invoice) drafts.clear(name);
    const sending = {
      invoiceId: invoice?.id ?? '',
      inChat: by === 'whatsapp',
      useCredit,
      ...(by && { channels: [by] }),
    };
    const sent = invoice && by ? await send.mutateAsync(sending).catch(() => null) : null;
    leadTo?.(sent?.whatsappUrl ?? null);
    close();
    if (invoice) onCreated(invoice.id);
  };
  const submit = useStableCallback((draft: InvoiceDraft, stopSaving: () => void, by?: SendBy) =>
    ask(
      by ? creditFor([outgoing(draft)]) : null,
      (useCredit) => void make({ draft, stopSaving, by }, useCredit),
    ),
  );
  const discard = () => {
    drafts.clear(name);
    setInitial(emptyDraft);
  };
  if (!initial)
    return (
      <ResumeDialog
        draft={savedDraft ?? emptyDraft}
        onResume={() => setInitial(resumed(savedDraft))}
        onDiscard={discard}
        onClose={close}
      />
    );
  return (
    <>
      <WizardDialog
        name={name}
        initial={initial}
        onClose={close}
        onSubmit={submit}
        pending={create.isPending || send.isPending}
      />
      {question}
    </>
  );
}

type Making = { draft: InvoiceDraft; stopSaving: () => void; by: SendBy | undefined };

const outgoing = (draft: InvoiceDraft) => ({
  customerId: draft.customer.id,
  customerName: draft.customer.name,
  balance: totalsOfDraft(draft).total,
});

const resumed = (draft: InvoiceDraft | null): InvoiceDraft => ({ ...(draft ?? emptyDraft), reopened: false });

/** From the failure's toast: no question, everything as it was left. */
function reopen(name: string, onOpenChange: (open: boolean) => void): void {
  const saved = readDraft(name);
  if (saved) saveDraft(name, { ...saved, reopened: true });
  onOpenChange(true);
}

const labels = wizardTexts.resume;

const focus = (button: HTMLButtonElement | null) => button?.focus();

type ResumeDialogProps = {
  draft: InvoiceDraft;
  onResume: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** Asks what becomes of a draft that was left behind. */
function ResumeDialog({ draft, onResume, onDiscard, onClose }: ResumeDialogProps) {
  const currency = useCurrency();
  const facts = [draft.customer.name, labels.items(draft.items.length)].filter((fact) => fact !== '');
  return (
    <Dialog
      open
      onClose={onClose}
      title={labels.title}
      description={labels.text}
      width="sm"
      footer={
        <DialogButtons onCancel={onDiscard} cancel={labels.discard}>
          <Button ref={focus} onClick={onResume}>
            {labels.resume}
          </Button>
        </DialogButtons>
      }
    >
      <div className="flex items-center gap-3.5 rounded-card border border-line p-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-primary-soft text-primary">
          <FilePenLine aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-semibold [overflow-wrap:anywhere]">{draft.title.trim() || labels.untitled}</p>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">{facts.join(' · ')}</p>
          {draft.items.length > 0 && (
            <Money amount={totalsOfDraft(draft).total} currency={currency} className="font-bold" />
          )}
        </div>
      </div>
    </Dialog>
  );
}
