import type { Outcome } from '#contract/assistant.ts';
import type { taskParts } from '#contract/assistant-tasks.ts';
import type { Understanding } from './language/types.ts';

export type TaskParts = Pick<Outcome, keyof typeof taskParts>;

/** A task that is no draft as it was understood, in the words of the outcome. */
export function partsOf(u: Understanding): TaskParts {
  const { intent, does, filters, payment, told, change, memory } = u;
  const task = does ?? (intent === 'edit_draft' ? memory.pending?.action : intent);
  const subject = {
    customerName: filters?.customerName ?? null,
    invoiceNumber: filters?.invoiceNumbers?.[0] ?? null,
  };
  if (payment) {
    const { amount, currency, method, day } = payment;
    return { payment: { ...subject, amount, currency, method, date: day, reference: null } };
  }
  if (change) return { change };
  if (!told) return {};
  const { amount, day, items, reason, percent } = told;
  if (task === 'note_promise') return { promise: { ...subject, date: day, amount } };
  if (task === 'credit_note') return { credit: { ...subject, items, amount, reason } };
  if (task === 'write_off') return { writeOff: { ...subject, amount } };
  return task === 'withholding' ? { withholding: { ...subject, percent, amount } } : {};
}
