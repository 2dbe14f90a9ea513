import type { BusinessProfile } from '#web/lib/business-profile.ts';
import type { PaymentInfo } from './api.ts';

export const stepNames = ['customer', 'invoice', 'pin', 'email'] as const;
export type StepName = (typeof stepNames)[number];

export type Steps = Record<StepName, boolean>;

type Known = {
  info: Pick<PaymentInfo, 'customers' | 'invoices' | 'allTime'>;
  profile: Pick<BusinessProfile, 'transactionPin'> | undefined;
  isEmailVerified: boolean;
};

/** Completion of a new business's first steps; null once money came in or all are done. */
export function firstSteps({ info, profile, isEmailVerified }: Known): Steps | null {
  if (info.invoices.paid > 0 || info.allTime.totalRevenue > 0) return null;
  const steps = {
    customer: info.customers.total > 0,
    invoice: info.invoices.total > 0,
    // Not known is not undone.
    pin: profile === undefined || profile.transactionPin === 'set',
    email: isEmailVerified,
  };
  return stepNames.every((name) => steps[name]) ? null : steps;
}
