import type { BusinessProfile } from '../business-profile.ts';
import type { PaymentInfo } from './payment-info.ts';

export const stepNames = ['customer', 'invoice', 'pin', 'email'] as const;
export type StepName = (typeof stepNames)[number];

/** UI texts of the steps. */
export const stepTexts: Record<StepName, { title: string; hint: string }> = {
  customer: { title: 'Add a customer', hint: 'A name and a phone or an email are enough.' },
  invoice: { title: 'Make an invoice', hint: 'Send it by WhatsApp, email or QR code.' },
  pin: { title: 'Set a PIN', hint: 'It guards every withdrawal.' },
  email: { title: 'Verify your email', hint: 'Open the link we sent you.' },
};

/** Where each step is done; the email's is done in the owner's mail. */
export const stepLinks = {
  customer: { to: '/dashboard/customers', search: { create: '1' } },
  invoice: { to: '/dashboard/invoices', search: { create: '1' } },
  pin: { to: '/dashboard/settings/security', search: {} },
  email: null,
} as const satisfies Record<StepName, object | null>;

export type Steps = Record<StepName, boolean>;

type Known = {
  info: Pick<PaymentInfo, 'customers' | 'allTime'> & {
    invoices: Pick<PaymentInfo['invoices'], 'paid' | 'total'>;
  };
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
