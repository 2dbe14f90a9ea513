import { useState } from 'react';
import { newIdempotencyKey } from '#web/lib/api.ts';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { useCreateInvoice } from '../api.ts';
import { draftName, emptyDraft, type InvoiceDraft, readDraft, saveDraft } from './draft.ts';
import { ResumeDialog } from './resume-dialog.tsx';
import { toInvoice } from './rules.ts';
import { WizardDialog } from './wizard-dialog.tsx';

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
  const create = useCreateInvoice(() => reopen(name, onOpenChange));
  const close = () => onOpenChange(false);

  const submit = async (draft: InvoiceDraft, stopSaving: () => void) => {
    const attempt = { ...draft, key: draft.key || newIdempotencyKey() };
    stopSaving();
    saveDraft(name, attempt);
    const invoice = await create
      .mutateAsync({ invoice: toInvoice(attempt), idempotencyKey: attempt.key })
      .catch(() => null);
    if (invoice) drafts.clear(name);
    close();
    if (invoice) onCreated(invoice.id);
  };
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
    <WizardDialog
      name={name}
      initial={initial}
      onClose={close}
      onSubmit={submit}
      pending={create.isPending}
    />
  );
}

const resumed = (draft: InvoiceDraft | null): InvoiceDraft => ({ ...(draft ?? emptyDraft), reopened: false });

/** From the failure's toast: no question, everything as it was left. */
function reopen(name: string, onOpenChange: (open: boolean) => void): void {
  const saved = readDraft(name);
  if (saved) saveDraft(name, { ...saved, reopened: true });
  onOpenChange(true);
}
