import { ArrowLeft, ArrowRight, Check, Mail, MessageCircle } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import type { CustomerDraft, InvoiceDraft } from './draft.ts';
import type { Purpose } from './purpose.ts';
import { wizardTexts } from './texts.ts';
import type { Wizard } from './use-wizard.ts';

const LAST_STEP = wizardTexts.steps.length - 1;

/** How a customer can be written to: by WhatsApp where there is a number. */
export type SendBy = 'whatsapp' | 'email';
const sendBy = ({ phone, email }: CustomerDraft): SendBy =>
  phone.trim() === '' && email.trim() !== '' ? 'email' : 'whatsapp';

type FooterProps = {
  wizard: Wizard;
  formId: string;
  pending: boolean;
  isSaved: boolean;
  purpose: Purpose;
  onSubmit: (draft: InvoiceDraft, send?: SendBy) => void;
};

/** Back and on; and making the invoice as soon as nothing is missing. */
export function Footer({ wizard, formId, pending, isSaved, purpose, onSubmit }: FooterProps) {
  const { values, goTo, whole } = wizard;
  const isLast = values.step === LAST_STEP;
  const draft = whole();
  const by = sendBy(values.customer);
  const canSend = purpose.isNew && isLast && draft !== null;
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
      {!isLast && draft && (
        <Button
          variant="outline"
          disabled={pending}
          onClick={() => onSubmit(draft)}
          className="max-sm:flex-1"
        >
          {purpose.submit}
        </Button>
      )}
      <Button
        type="submit"
        form={formId}
        variant={canSend ? 'outline' : 'primary'}
        pending={pending}
        className="max-sm:flex-1"
      >
        {isLast ? purpose.submit : wizardTexts.next}
        {!isLast && <ArrowRight aria-hidden />}
      </Button>
      {canSend && (
        <Button
          disabled={pending}
          onClick={() => onSubmit(draft, by)}
          className="max-sm:order-first max-sm:w-full"
        >
          {by === 'whatsapp' ? <MessageCircle aria-hidden /> : <Mail aria-hidden />}
          {(purpose.sends ?? wizardTexts.createAndSend)[by]}
        </Button>
      )}
    </>
  );
}
