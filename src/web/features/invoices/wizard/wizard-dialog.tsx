import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form } from '#web/lib/forms/form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { DetailsStep } from './details-step.tsx';
import { emptyDraft, type InvoiceDraft, saveDraft } from './draft.ts';
import { ItemsStep } from './items-step.tsx';
import { creating, type Purpose } from './purpose.ts';
import { ReviewStep } from './review-step.tsx';
import { wizardTexts } from './texts.ts';
import { useWizard, type Wizard } from './use-wizard.ts';

const COUNT = wizardTexts.steps.length;

type WizardDialogProps = {
  name: string;
  initial: InvoiceDraft;
  /** The form before anything was typed; only more than that is kept as a draft. */
  start?: InvoiceDraft;
  purpose?: Purpose;
  /** Stands above the step. */
  notice?: (typed: InvoiceDraft) => ReactNode;
  onClose: () => void;
  onSubmit: (draft: InvoiceDraft, stopSaving: () => void) => void;
  pending: boolean;
};

/** The three steps in their dialog. The draft is saved until the invoice exists. */
export function WizardDialog({
  name,
  initial,
  start = emptyDraft,
  purpose = creating,
  notice,
  onClose,
  onSubmit,
  pending,
}: WizardDialogProps) {
  const wizard = useWizard(initial, purpose.mayBeBlank);
  const { values, next } = wizard;
  const { isSaved, stop } = useAutosave(name, values, start);
  const formId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={() => !pending}
      title={purpose.title}
      width="lg"
      top={<StepProgress step={values.step} />}
      footer={
        <Footer wizard={wizard} formId={formId} pending={pending} isSaved={isSaved} submit={purpose.submit} />
      }
    >
      <Form
        form={wizard}
        id={formId}
        inert={pending}
        autoComplete="off"
        onSubmit={() => {
          if (!pending) next((draft) => onSubmit(draft, stop));
        }}
        className="max-md:min-h-[62dvh]"
      >
        {notice?.(values)}
        <StepHeading key={values.step} step={values.step} />
        {values.step === 0 && <DetailsStep wizard={wizard} sameCustomer={purpose.sameCustomer} />}
        {values.step === 1 && <ItemsStep wizard={wizard} />}
        {values.step === 2 && <ReviewStep wizard={wizard} purpose={purpose} />}
      </Form>
    </Dialog>
  );
}

/** Takes the focus when its step appears, so that a screen reader begins there. */
function StepHeading({ step }: { step: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <h3 ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
      {wizardTexts.steps[step]}
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

type FooterProps = {
  wizard: Wizard;
  formId: string;
  pending: boolean;
  isSaved: boolean;
  submit: string;
};

function Footer({ wizard: { values, goTo }, formId, pending, isSaved, submit }: FooterProps) {
  const isLast = values.step === COUNT - 1;
  return (
    <>
      <p role="status" className="mr-auto flex min-h-5 items-center gap-1.5 text-13 text-muted max-sm:w-full">
        {isSaved && (
          <>
            <Check aria-hidden className="size-4 text-ok" />
            {wizardTexts.saved}
          </>
        )}
      </p>
      <Button
        variant="outline"
        disabled={values.step === 0 || pending}
        onClick={() => goTo(values.step - 1)}
        className="max-sm:flex-1"
      >
        <ArrowLeft aria-hidden />
        {wizardTexts.back}
      </Button>
      <Button type="submit" form={formId} pending={pending} className="max-sm:flex-1">
        {isLast ? submit : wizardTexts.next}
        {!isLast && <ArrowRight aria-hidden />}
      </Button>
    </>
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
