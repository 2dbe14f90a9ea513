import { memo, type ReactNode, startTransition, useEffect, useId, useRef, useState } from 'react';
import { Form } from '../../forms/form.tsx';
import { useStableCallback } from '../../use-stable-callback.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { DetailsStep } from './details-step.tsx';
import { emptyDraft, type InvoiceDraft, saveDraft } from './draft.ts';
import { Footer, type SendBy } from './footer.tsx';
import { ItemsStep } from './items-step.tsx';
import { Paper, type PaperPart } from './paper.tsx';
import { creating, type Purpose } from './purpose.ts';
import { wizardTexts } from './texts.ts';
import { useLastTitle } from './use-last-title.ts';
import { useWizard, type Wizard } from './use-wizard.ts';

const COUNT = wizardTexts.steps.length;
/** Fields of the second step; all others are on the first. */
const STEP_OF_FIELD: Partial<Record<string, number>> = {
  'entry.description': 1,
  taxRate: 1,
  discount: 1,
  notes: 1,
};

type WizardDialogProps = {
  name: string;
  initial: InvoiceDraft;
  /** The form before anything was typed; only more than that is kept as a draft. */
  start?: InvoiceDraft;
  purpose?: Purpose;
  /** Stands above the step. */
  notice?: (typed: InvoiceDraft) => ReactNode;
  onClose: () => void;
  onSubmit: (draft: InvoiceDraft, stopSaving: () => void, send?: SendBy) => void;
  pending: boolean;
};

/** The three steps in their dialog. The draft is saved until the invoice exists. What the page behind it reads draws none of it again. */
export const WizardDialog = memo(function WizardDialog({
  name,
  initial,
  start = emptyDraft,
  purpose = creating,
  notice,
  onClose,
  onSubmit,
  pending,
}: WizardDialogProps) {
  const wizard = useWizard(initial, purpose);
  const { values, next } = wizard;
  useLastTitle(wizard, purpose.isNew === true);
  const { isSaved, stop } = useAutosave(name, values, start);
  const formId = useId();
  const submit = (draft: InvoiceDraft, send?: SendBy) => {
    if (!pending) onSubmit(draft, stop, send);
  };
  const isReview = values.step === COUNT - 1;
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={() => !pending}
      title={purpose.title}
      width="lg"
      top={<StepProgress step={values.step} />}
      className={isReview ? undefined : 'xl:-translate-x-[calc(50%+13.5rem)] xl:overflow-visible'}
      footer={<Footer {...{ wizard, formId, pending, isSaved, purpose }} onSubmit={submit} />}
    >
      <Form form={wizard} id={formId} inert={pending} autoComplete="off" onSubmit={() => next(submit)}>
        {notice?.(values)}
        <StepHeading key={values.step} title={(purpose.steps ?? wizardTexts.steps)[values.step] ?? ''} />
        {values.step === 0 && <DetailsStep wizard={wizard} purpose={purpose} />}
        {values.step === 1 && <ItemsStep wizard={wizard} issued={purpose.issued} />}
        {isReview && <p className="mb-4 text-muted text-sm">{purpose.next}</p>}
      </Form>
      {/* It stands beside the dialog, which is 800 px wide at most, where there is room for both. */}
      <div
        className={
          isReview
            ? ''
            : 'mt-6 xl:absolute xl:inset-y-0 xl:left-full xl:mt-0 xl:ml-4 xl:w-104 xl:overflow-y-auto'
        }
      >
        <Paper draft={values} purpose={purpose} onPick={usePick(wizard)} />
      </div>
    </Dialog>
  );
});

const fieldOf = (part: PaperPart) => ('field' in part ? part.field : 'entry.description');
const stepOf = (part: PaperPart) => STEP_OF_FIELD[fieldOf(part)] ?? 0;

/** Leads from a part of the paper to where it is typed, once that step is shown. */
function usePick({ goTo, editItem, ref, values }: Wizard) {
  const picked = useRef<PaperPart | null>(null);
  useEffect(() => {
    if (!picked.current || stepOf(picked.current) !== values.step) return;
    const field = fieldOf(picked.current);
    picked.current = null;
    const place = ref.current?.querySelector<HTMLElement>(
      `[name="${field}"], [data-field="${field}"] :is(input, button)`,
    );
    place?.focus();
    place?.scrollIntoView({ block: 'center' });
  });
  return useStableCallback((part: PaperPart) => {
    picked.current = part;
    startTransition(() => {
      goTo(stepOf(part));
      if ('item' in part && values.items[part.item]) editItem(part.item);
    });
  });
}

/** Takes the focus when its step appears, so that a screen reader begins there. */
function StepHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
      {title}
    </h3>
  );
}

function StepProgress({ step }: { step: number }) {
  const progressText = wizardTexts.stepOf(step);
  return (
    <div className="flex items-center gap-4">
      <Progress
        value={step + 1}
        max={COUNT}
        label={wizardTexts.progress}
        valueText={progressText}
        className="flex-1"
      />
      <p role="status" className="num shrink-0 font-medium text-muted text-sm">
        {progressText}
      </p>
    </div>
  );
}

const SETTLE_MS = 500;

/**
 * Saves the draft half a second after it last changed, when the page is left, and when the wizard closes,
 * until `stop` is called. Returns whether a draft is saved.
 */
function useAutosave(name: string, values: InvoiceDraft, start: InvoiceDraft) {
  const [isSaved, setSaved] = useState(false);
  const latest = useRef(values);
  const stopped = useRef(false);
  latest.current = values;
  const begun = useRef(start);
  begun.current = start;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!stopped.current) setSaved(saveDraft(name, values, begun.current));
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [name, values]);
  useEffect(() => {
    const save = () => {
      if (!stopped.current) saveDraft(name, latest.current, begun.current);
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [name]);
  const stop = () => {
    stopped.current = true;
  };
  return { isSaved, stop };
}
