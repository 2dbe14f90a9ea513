import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useDraft } from '#web/lib/forms/draft.ts';
import { type SessionUser, useSession } from '#web/lib/session/session.ts';
import { draftName, type OnboardingDraft, readDraft, withoutSecrets } from './draft.ts';
import { reachable, type Step, stepAfter, stepBefore } from './steps.ts';

export type Wizard = {
  user: SessionUser | null;
  draft: OnboardingDraft;
  change: (change: Partial<OnboardingDraft>) => void;
  step: Step;
  next: () => void;
  back: () => void;
};

/** The wizard's answers and place. The step is in the address, so the browser's Back is the wizard's. */
export function useOnboarding(): Wizard {
  const { user } = useSession();
  const [draft, setDraft] = useState(() => readDraft(user?.id ?? '', user?.email ?? ''));
  const { step: requested } = useSearch({ strict: false });
  const navigate = useNavigate();
  // A registered business has given its answers; only its look is left to choose.
  const step = user?.isBusinessRegistered ? remainingStep(requested) : reachable(requested, draft);
  useDraft(draftName(user?.id ?? ''), withoutSecrets(draft));
  const go = (to: Step) => void navigate({ to: '/onboarding', search: { step: to } });
  return {
    user,
    draft,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
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
