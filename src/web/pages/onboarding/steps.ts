import type { Errors } from '#web/lib/forms/rules.ts';
import { isEmail, isWebAddress } from '#web/lib/profile/checks.ts';
import type { OnboardingDraft } from './draft.ts';
import { texts } from './texts.ts';

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
  'business-type': [filled(texts.type.missing, 'businessType')],
  'business-details': [
    filled(texts.details.missing.name, 'businessName'),
    filled(texts.details.missing.industry, 'industry'),
    filled(texts.details.missing.description, 'description'),
    filled(texts.details.missing.size, 'companySize'),
  ],
  'contact-details': [
    { name: texts.contact.missing.email, met: (draft) => isEmail(draft.email) },
    filled(texts.contact.missing.country, 'country'),
    // Not asked for of itself, but the cities to choose from are those of a state.
    { name: texts.contact.missing.state, met: ({ state, city }) => (state || city).trim() !== '' },
    filled(texts.contact.missing.city, 'city'),
    filled(texts.contact.missing.street, 'street'),
    filled(texts.contact.missing.zip, 'zipCode'),
    { name: texts.contact.missing.website, met: (draft) => isWebAddress(draft.websiteUrl) },
  ],
  'payment-details': [
    filled(texts.payment.missing.bank, 'bankName'),
    { name: texts.payment.missing.accountNumber, met: (draft) => draft.bankAccountNumber.length === 10 },
    { name: texts.payment.missing.bvn, met: (draft) => draft.bankVerificationNumber.length === 11 },
  ],
};

/** Problem with an address of the business, once it was left. */
export function contactErrors({ email, websiteUrl }: OnboardingDraft): Errors<OnboardingDraft> {
  const { emailMissing, emailWrong, websiteWrong } = texts.contact;
  return {
    ...(!isEmail(email) && { email: email.trim() === '' ? emailMissing : emailWrong }),
    ...(!isWebAddress(websiteUrl) && { websiteUrl: websiteWrong }),
  };
}

/** The fields a step still needs before Continue works. */
export function missingAt(step: Step, draft: OnboardingDraft): string[] {
  return (rules[step] ?? []).filter((rule) => !rule.met(draft)).map((rule) => rule.name);
}

/** The step to show: the requested one, unless one before it is incomplete. */
export function reachable(requested: string | undefined, draft: OnboardingDraft): Step {
  const step = steps.find((name) => name === requested) ?? 'welcome';
  const unfinished = steps.find((name) => missingAt(name, draft).length > 0);
  return unfinished !== undefined && steps.indexOf(unfinished) < steps.indexOf(step) ? unfinished : step;
}

export function stepAfter(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? step;
}

export function stepBefore(step: Step): Step {
  return steps[steps.indexOf(step) - 1] ?? step;
}
