import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { type RecordWhy, recordTool } from '#server/modules/payments/tools/record.ts';
import type { MissingField, Understanding } from '../language/types.ts';
import { invoiceChoices } from '../memory.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import { paymentNotProposed, paymentProposed } from '../replies/payments.ts';
import { asidesText } from '../replies/questions.ts';
import { reply } from '../replies/reply.ts';

/** Money that came: asks for what is missing, or proposes to record it. */
export async function planPayment(scope: Scope, currency: Currency, u: Understanding): Promise<Plan> {
  const { pending } = u.memory;
  const payment = u.payment ?? pending?.payment;
  const about = u.filters ?? pending?.filters ?? {};
  if (!payment) return questionPlan(u, { kind: 'unnamed' });
  const prepared = await recordTool.prepare(scope, currency, { about, payment });
  if (!prepared.ok) return questionPlan(u, prepared.why);
  return {
    ...reply(asidesText(u.asides), paymentProposed(prepared.arguments)),
    outcome: outcomeOf(u, { asks: null }),
    memory: { ...u.memory, pending: pending && { ...pending, asks: null } },
    effect: {
      kind: 'propose',
      proposed: {
        action: prepared.arguments.isClaim ? 'note_claim' : 'record_payment',
        currency,
        arguments: prepared.arguments,
      },
    },
  };
}

const asked: Record<RecordWhy['kind'], MissingField | null> = {
  unnamed: 'invoice',
  several: 'invoice',
  severalNumbers: 'invoice',
  amount: 'amount',
  day: 'day',
  method: 'method',
  seen: 'seen',
  rest: 'rest',
  duplicate: 'duplicate',
  none: null,
  held: null,
  unfit: null,
  noEmail: null,
};

function questionPlan(u: Understanding, why: RecordWhy): Plan {
  const asks = asked[why.kind];
  const { pending } = u.memory;
  return {
    ...reply(asidesText(u.asides), paymentNotProposed(why, u.filters ?? pending?.filters ?? {})),
    outcome: outcomeOf(u, { asks }),
    memory: {
      ...u.memory,
      // The next message may still correct what was not found.
      pending: pending && { ...pending, asks: asks ?? 'invoice' },
      ...(why.kind === 'several' ? { choices: invoiceChoices(why.invoices) } : {}),
    },
    effect: { kind: 'drop' },
  };
}
