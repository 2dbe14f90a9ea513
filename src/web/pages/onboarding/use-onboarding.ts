import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDraft } from '#web/lib/forms/draft.ts';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { type SessionUser, useSession } from '#web/lib/session/session.ts';
import { draftName, type OnboardingDraft, readDraft, withoutSecrets } from './draft.ts';
import { contactErrors, reachable, type Step, stepAfter, stepBefore } from './steps.ts';

export type Wizard = {
  user: SessionUser | null;
  form: FormHandle<OnboardingDraft>;
  step: Step;
  next: () => void;
  back: () => void;
};

/** The wizard's answers and place. The step is in the address, so the browser's Back is the wizard's. */
export function useOnboarding(): Wizard {
  const { user } = useSession();
  const [initial] = useState(() => readDraft(user?.id ?? '', user?.email ?? ''));
  const form = useForm(
    (answers) => (step === 'contact-details' ? contactErrors(answers) : {}),
    initial,
    'blur',
  );
  const draft = form.values;
  const { step: requested } = useSearch({ strict: false });
  const navigate = useNavigate();
  // A registered business has given its answers; only its look is left to choose.
  const step: Step = user?.isBusinessRegistered ? remainingStep(requested) : reachable(requested, draft);
  const isAhead = requested !== undefined && requested !== step && !user?.isBusinessRegistered;
  // An address ahead of the answers would turn the page by itself at the last character typed.
  useEffect(() => {
    if (isAhead) void navigate({ to: '/onboarding', search: { step }, replace: true });
  }, [isAhead, navigate, step]);
  useDraft(draftName(user?.id ?? ''), withoutSecrets(draft));
  const go = (to: Step) => void navigate({ to: '/onboarding', search: { step: to } });
  return {
    user,
    form,
    step,
    next: () => go(stepAfter(step)),
    back: () => go(stepBefore(step)),
  };
}

function remainingStep(requested: string | undefined): Step {
  return requested === 'business-verification' || requested === 'complete-setup'
    ? 'complete-setup'
    : 'customize-invoices';
}
