import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Form } from '#web/lib/forms/form.tsx';
import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import type { OnboardingDraft } from './draft.ts';
import { texts } from './texts.ts';

type StepFrameProps = {
  form: FormHandle<OnboardingDraft>;
  title: string;
  text?: ReactNode;
  missing?: string[];
  onBack?: () => void;
  onContinue?: () => Promise<void> | void;
  continueLabel?: string;
  pending?: boolean;
  /** Beside the main button, such as "Verify later". */
  aside?: ReactNode;
  children?: ReactNode;
};

/** One step: its heading, its fields, the way back and on. */
export function StepFrame({
  form,
  title,
  text,
  missing = [],
  onBack,
  onContinue,
  continueLabel = texts.continue,
  pending = false,
  aside,
  children,
}: StepFrameProps) {
  const missingId = useId();
  const blocked = missing.length > 0;
  return (
    <Form form={form} onSubmit={() => (blocked || pending ? undefined : onContinue?.())}>
      <h1 className="text-3xl tracking-[-0.035em]">{title}</h1>
      {text && <p className="mt-1.5 text-muted">{text}</p>}
      {children && <div className="mt-7 grid gap-5">{children}</div>}
      <div className="mt-9 flex flex-wrap items-center gap-3">
        {onBack && (
          <Button variant="outline" onClick={onBack}>
            <ArrowLeft aria-hidden />
            {texts.back}
          </Button>
        )}
        {onContinue && (
          <Button
            type="submit"
            pending={pending}
            aria-disabled={blocked}
            aria-describedby={blocked ? missingId : undefined}
            className="min-w-36"
          >
            {continueLabel}
          </Button>
        )}
        {aside}
      </div>
      <p id={missingId} role="status" className="mt-3 min-h-5 text-13 text-muted">
        {blocked && texts.stillNeeded(missing)}
      </p>
    </Form>
  );
}
