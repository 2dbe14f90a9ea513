import { addDays, dateIn, systemClock } from '#core/dates.ts';
import { invoiceTextNames } from '#core/invoice/texts.ts';
import { recordOf } from '#core/records.ts';
import { emptyDraft, type InvoiceDraft } from '#web/lib/invoices/wizard/draft.ts';
import type { Purpose } from '#web/lib/invoices/wizard/purpose.ts';
import { toInvoice } from '#web/lib/invoices/wizard/rules.ts';
import type { NewPlan, PlanDetail } from './api.ts';
import { texts } from './texts.ts';

/** Customer and contents of a plan: all but its days. */
export type PlanContents = Omit<
  NewPlan,
  'starts' | 'rhythm' | 'endsAfter' | 'endsOn' | 'dueDays' | 'mode' | 'cap'
>;

/** A plan's contents as the wizard has them typed. */
export function contentsOf(draft: InvoiceDraft): PlanContents {
  const { amount: _, dueDate: _due, schedule: _parts, ...contents } = toInvoice(draft);
  return contents;
}

/** The wizard's values before anything is typed, with the day the next invoice would be due. */
export const newDraft = (dueDays: number): InvoiceDraft => ({
  ...emptyDraft,
  dueDate: addDays(dateIn(systemClock()), dueDays),
});

/** A stored plan as the wizard shows it. */
export const draftOfPlan = (plan: PlanDetail): InvoiceDraft => ({
  ...newDraft(plan.dueDays),
  ...recordOf(invoiceTextNames, (name) => plan[name] ?? ''),
  customer: { id: plan.customerId, name: plan.customerName, email: '', phone: '' },
  items: plan.items.map(({ description, quantity, rate, discount, discountPercent, taxCode }) => ({
    description,
    quantity,
    rate,
    ...(taxCode && { taxCode }),
    ...(typeof discountPercent === 'number' ? { discountPercent } : discount && { discount }),
  })),
  taxRate: plan.taxRate > 0 ? String(plan.taxRate / 100) : '',
  pricesIncludeTax: plan.pricesIncludeTax ?? false,
  discount: plan.discount ? plan.discount : null,
});

const labels = texts.contents;

/** The wizard's words for a new plan. */
export const creatingPlan: Purpose = {
  title: labels.title,
  submit: labels.submit,
  next: labels.next,
  repeats: true,
};

/** The same for changing one. */
export const changingPlan = (plan: PlanDetail): Purpose => ({
  title: labels.changeTitle,
  submit: labels.changeSubmit,
  next: labels.changeNext,
  sameCustomer: labels.customer,
  mayBeBlank: invoiceTextNames.filter((name) => !plan[name]),
  repeats: true,
});
