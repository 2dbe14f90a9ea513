import { useState } from 'react';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { draft as drafts } from '#web/lib/forms/draft.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast-store.ts';
import { type InvoiceDraft, readDraft } from '#web/lib/invoices/wizard/draft.ts';
import { ResumedNotice } from '../wizard/edit/notices.tsx';
import { useKeptChanges } from '../wizard/kept-changes.ts';
import { WizardDialog } from '#web/lib/invoices/wizard/wizard-dialog.tsx';
import { type PlanDetail, useSavePlan } from './api.ts';
import { changingPlan, contentsOf, creatingPlan, draftOfPlan, newDraft } from './contents.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { texts } from './texts.ts';

const DUE_DAYS = 7;
const draftName = (userId: string, of: string) => `plan:${userId}:${of}`;
const Words = () => <p className="mb-4 text-13 text-muted">{texts.contents.words}</p>;

type NewPlanDialogProps = { onClose: () => void; onSaved: (plan: PlanDetail) => void };

/** A new plan: what each invoice says, then on which days. What was typed is kept until then. */
export function NewPlanDialog({ onClose, onSaved }: NewPlanDialogProps) {
  const name = draftName(useSession().user?.id ?? '', useCurrency());
  const [written, setWritten] = useState<InvoiceDraft | null>(null);
  if (written)
    return (
      <ScheduleDialog
        contents={contentsOf(written)}
        customerName={written.customer.name}
        dueDays={DUE_DAYS}
        onClose={onClose}
        onSaved={(plan) => {
          drafts.clear(name);
          onSaved(plan);
        }}
      />
    );
  return (
    <WizardDialog
      name={name}
      initial={{ ...(readDraft(name) ?? newDraft(DUE_DAYS)), dueDate: newDraft(DUE_DAYS).dueDate }}
      start={newDraft(DUE_DAYS)}
      purpose={creatingPlan}
      notice={Words}
      onClose={onClose}
      onSubmit={setWritten}
      pending={false}
    />
  );
}

type ChangeContentsDialogProps = { plan: PlanDetail; onClose: () => void };

/** Changes the contents of the invoices that are still to come. */
export function ChangeContentsDialog({ plan, onClose }: ChangeContentsDialogProps) {
  const name = draftName(useSession().user?.id ?? '', plan.id);
  const save = useSavePlan(plan.id);
  const start = draftOfPlan(plan);
  const { kept, initial, round, discard } = useKeptChanges(name, start);
  const notice = () => (kept ? <ResumedNotice onDiscard={discard} /> : <Words />);
  const submit = (draft: InvoiceDraft, stopSaving: () => void) => {
    const { starts, rhythm, endsAfter, endsOn, dueDays, mode, cap } = plan;
    save.mutate(
      { ...contentsOf(draft), starts, rhythm, endsAfter, endsOn, dueDays, mode, cap },
      {
        onSuccess: () => {
          stopSaving();
          drafts.clear(name);
          toast.success(texts.form.changed);
          onClose();
        },
        onError: (error) => toastFailure(error, messageOf(error, texts.form.failed)),
      },
    );
  };
  return (
    <WizardDialog
      key={round}
      name={name}
      initial={initial}
      start={start}
      purpose={changingPlan(plan)}
      notice={notice}
      onClose={onClose}
      onSubmit={submit}
      pending={save.isPending}
    />
  );
}
