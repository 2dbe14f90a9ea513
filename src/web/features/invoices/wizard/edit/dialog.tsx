import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, requestKeys, toastFailure } from '#web/lib/api.ts';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { invoiceDetail } from '#web/lib/invoices/delivery.ts';
import { RecordStates } from '#web/lib/record-states.tsx';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useKeptChanges } from '../kept-changes.ts';
import { type InvoiceDetail, storedInvoice, useChangeInvoice } from '../../api.ts';
import { changeOf } from '../../status.ts';
import { detailsTexts } from '../../details/texts.ts';
import { texts } from '../../texts.ts';
import { changesName, draftName, type InvoiceDraft, saveDraft } from '#web/lib/invoices/wizard/draft.ts';
import { toInvoice } from '#web/lib/invoices/wizard/rules.ts';
import { WizardDialog } from '#web/lib/invoices/wizard/wizard-dialog.tsx';
import { CannotChange } from './cannot-change.tsx';
import { OutdatedNotice, ResumedNotice } from './notices.tsx';
import { draftOf, purposeOf } from './start.ts';

type EditInvoiceDialogProps = {
  invoiceId: string;
  onClose: () => void;
  onSaved: (invoiceId: string) => void;
  /** Opens the wizard of a new invoice, with the draft that is kept. */
  onCreate: () => void;
};

/** The wizard with a stored invoice in it: an unsent one is changed, a sent one is changed and sent again. */
export function EditInvoiceDialog({ invoiceId, ...handlers }: EditInvoiceDialogProps) {
  const query = useQuery(invoiceDetail(useCurrency(), invoiceId));
  if (query.data) return <Editor invoice={query.data} {...handlers} />;
  return (
    <Dialog open onClose={handlers.onClose} title={detailsTexts.title} width="lg">
      <RecordStates query={query} gone={detailsTexts.gone} failed={detailsTexts.failed}>
        <Skeleton className="h-72" />
      </RecordStates>
    </Dialog>
  );
}

type EditorProps = Omit<EditInvoiceDialogProps, 'invoiceId'> & { invoice: InvoiceDetail };

/** The invoice as somebody else left it while this one was typed. */
type Outdated = { reason: string; now: InvoiceDetail };

function Editor({ invoice, onClose, onSaved, onCreate }: EditorProps) {
  const { user } = useSession();
  const currency = useCurrency();
  // News of the invoice leave the form alone until its owner has chosen.
  const [base, setBase] = useState(invoice);
  const [outdated, setOutdated] = useState<Outdated | null>(null);
  const start = draftOf(base);
  const name = changesName(user?.id ?? '', base);
  const { kept, initial, round, discard } = useKeptChanges(name, start);
  const change = useChangeInvoice();
  const [keyOf] = useState(requestKeys);
  const kind = changeOf(base);
  if (!kind) return <CannotChange invoice={base} onClose={onClose} />;

  const submit = async (draft: InvoiceDraft, stopSaving: () => void) => {
    const edited = { ...toInvoice(draft), changedAt: base.changedAt };
    const attempt = { kind, invoiceId: base.id, change: edited, idempotencyKey: keyOf(edited) };
    const saved = await change.mutateAsync(attempt).catch((error: unknown) => {
      const now = storedInvoice(error);
      if (now) setOutdated({ reason: messageOf(error), now });
      else toastFailure(error, messageOf(error, texts.changeFailed));
      return null;
    });
    if (!saved) return;
    stopSaving();
    drafts.clear(name);
    onSaved(base.id);
  };
  const makeNew = (typed: InvoiceDraft) => {
    saveDraft(draftName(user?.id ?? '', currency), { ...typed, key: '', reopened: true });
    onCreate();
  };
  const notice = (typed: InvoiceDraft) => {
    if (!outdated) return kept && <ResumedNotice onDiscard={discard} />;
    const { reason, now } = outdated;
    const keep = () => {
      setBase(now);
      setOutdated(null);
    };
    return (
      <OutdatedNotice
        reason={reason}
        before={base}
        now={now}
        onKeep={changeOf(now) && keep}
        onFresh={() => makeNew(typed)}
      />
    );
  };
  return (
    <WizardDialog
      key={round}
      name={name}
      initial={initial}
      start={start}
      purpose={purposeOf(base, kind)}
      notice={notice}
      onClose={onClose}
      onSubmit={submit}
      pending={change.isPending}
    />
  );
}
