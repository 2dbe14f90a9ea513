import { isEmail, isWebAddress } from '../../lib/profile/checks.ts';
import type { OnboardingDraft } from './draft.ts';

export const steps = [
  'welcome',
  'business-type',
  'business-details',
  'contact-details',
  'payment-details',
  'business-verification',
  'complete-setup',
  'customize-invoices',
] as const;

export type Step = (typeof steps)[number];

type Rule = { name: string; met: (draft: OnboardingDraft) => boolean };

const filled = (name: string, field: Exclude<keyof OnboardingDraft, 'documents'>): Rule => ({
  name,
  met: (draft) => draft[field].trim() !== '',
});

const rules: Partial<Record<Step, Rule[]>> = {
  'business-type': [filled('a business type', 'businessType')],
  'business-details': [
    filled('business name', 'businessName'),
    filled('industry', 'industry'),
    filled('description', 'description'),
    filled('company size', 'companySize'),
  ],
  'contact-details': [
    { name: 'email address', met: (draft) => isEmail(draft.email) },
    filled('country', 'country'),
    filled('city', 'city'),
    filled('street', 'street'),
    filled('ZIP code', 'zipCode'),
    { name: 'a website that can be opened', met: (draft) => isWebAddress(draft.websiteUrl) },
  ],
  'payment-details': [
    filled('bank', 'bankName'),
    { name: '10-digit account number', met: (draft) => draft.bankAccountNumber.length === 10 },
    filled('account name', 'accountName'),
    { name: '11-digit BVN', met: (draft) => draft.bankVerificationNumber.length === 11 },
  ],
};

/** What a step still wants before Continue works. */
export function missingAt(step: Step, draft: OnboardingDraft): string[] {
  return (rules[step] ?? []).filter((rule) => !rule.met(draft)).map((rule) => rule.name);
}

/** The step to show: the one asked for, unless one before it is not finished. */
export function reachable(wanted: string | undefined, draft: OnboardingDraft): Step {
  const step = steps.find((name) => name === wanted) ?? 'welcome';
  const unfinished = steps.find((name) => missingAt(name, draft).length > 0);
  return unfinished !== undefined && steps.indexOf(unfinished) < steps.indexOf(step) ? unfinished : step;
}

export function stepAfter(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? step;
}

export function stepBefore(step: Step): Step {
  return steps[steps.indexOf(step) - 1] ?? step;
}
