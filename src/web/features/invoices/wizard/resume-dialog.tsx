import { FilePenLine } from 'lucide-react';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Money } from '#web/ui/money.tsx';
import type { InvoiceDraft } from './draft.ts';
import { totalsOfDraft } from './rules.ts';
import { wizardTexts } from './texts.ts';

const labels = wizardTexts.resume;

const focus = (button: HTMLButtonElement | null) => button?.focus();

type ResumeDialogProps = {
  draft: InvoiceDraft;
  onResume: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** Asks what becomes of a draft that was left behind. */
export function ResumeDialog({ draft, onResume, onDiscard, onClose }: ResumeDialogProps) {
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
