import type { DunningProgress } from './plan.ts';

/** A reminder of the last seven days, or a prepared step: that is `planned`. `address`: '' where its sender chose the chat. */
export type Reminded = {
  at: Date;
  invoiceId: string;
  customerId: string;
  address: string;
  sender: 'hand' | 'tap' | 'ladder' | 'planned';
  step: string | null;
};

type Subject = { id: string; customer_id: string; customer_email: string };

/** Those that count for one invoice's schedule, the oldest first. */
export function historyOf(
  { id, customer_id, customer_email: email }: Subject,
  reminded: readonly Reminded[],
): Pick<DunningProgress, 'lastByHand' | 'lastStep' | 'toCustomer'> {
  const counted = reminded.filter(({ sender, invoiceId, customerId, address }) =>
    sender === 'planned'
      ? invoiceId !== id && customerId === customer_id
      : customerId === customer_id || (address !== '' && address === email),
  );
  const mine = counted.filter(({ invoiceId }) => invoiceId === id);
  return {
    lastByHand: mine.findLast(({ sender }) => sender === 'hand')?.at ?? null,
    lastStep: mine.findLast(({ sender }) => sender !== 'hand')?.at ?? null,
    toCustomer: counted.map(({ at }) => at),
  };
}
