import { FilePenLine } from 'lucide-react';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Money } from '#web/ui/money.tsx';
import type { InvoiceDraft } from './draft.ts';
import { totalsOfDraft } from './rules.ts';
import { wizardTexts } from './texts.ts';

const words = wizardTexts.resume;

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

type ResumeDialogProps = {
  draft: InvoiceDraft;
  onResume: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** Asks what becomes of a draft that was left behind. */
export function ResumeDialog({ draft, onResume, onDiscard, onClose }: ResumeDialogProps) {
  const currency = useCurrency();
  const facts = [draft.customer.name, words.items(draft.items.length)].filter((fact) => fact !== '');
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.text}
      width="sm"
      footer={
        <>
          <Button look="outline" onClick={onDiscard} className="max-md:flex-1">
            {words.discard}
          </Button>
          <Button ref={takeFocus} onClick={onResume} className="max-md:flex-1">
            {words.resume}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3.5 rounded-card border border-line p-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-primary-soft text-primary">
          <FilePenLine aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-semibold [overflow-wrap:anywhere]">{draft.title.trim() || words.untitled}</p>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">{facts.join(' · ')}</p>
          {draft.items.length > 0 && (
            <Money amount={totalsOfDraft(draft).total} currency={currency} className="font-bold" />
          )}
        </div>
      </div>
    </Dialog>
  );
}
