import type { Minor } from '../money.ts';

/** Statuses of an invoice as screens say them: those of the wire, and `part_paid` for an open one some money came for. */
export const displayStatuses = [
  'pending',
  'sent',
  'part_paid',
  'due',
  'overdue',
  'paid',
  'credited',
  'written_off',
] as const;
export type DisplayStatus = (typeof displayStatuses)[number] | 'deleted';

/** The one word for each on screens, in answers and in files. */
export const displayStatusNames: Record<DisplayStatus, string> = {
  pending: 'Not sent',
  sent: 'Sent',
  part_paid: 'Part paid',
  due: 'Due today',
  overdue: 'Overdue',
  paid: 'Paid',
  credited: 'Credited',
  written_off: 'Written off',
  deleted: 'Deleted',
};

/** All that was sent and is not settled. */
export const UNPAID_NAME = 'Waiting for payment';

/** The display status of an invoice by its status and what was paid of it (minor units). Overdue stays overdue. */
export const displayStatusOf = (status: Exclude<DisplayStatus, 'part_paid'>, paid: Minor): DisplayStatus =>
  paid > 0 && (status === 'sent' || status === 'due') ? 'part_paid' : status;
