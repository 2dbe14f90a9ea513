import type { PlanDetail } from './api.ts';
import { texts } from './texts.ts';

type Charge = NonNullable<PlanDetail['charge']>;

/** Words, after others, on a charge that waits for its day and is called off; none where none waits. */
export const calledOffWords = (
  charge: Pick<Charge, 'status' | 'invoiceNumber'> | null,
  after = '',
): string => (charge?.status === 'pending' ? after + texts.plan.calledOff(charge.invoiceNumber) : '');

/** Which attempt it is, while another may follow. */
export const attemptWords = ({ status, attempt }: Pick<Charge, 'status' | 'attempt'>): string =>
  status === 'pending' || status === 'processing' ? texts.plan.attempt(attempt) : '';
