import { NO_MEMORY } from '#server/modules/assistant/language/types.ts';
import { outcomeOf } from '#server/modules/assistant/plan.ts';
import { understand } from '#server/modules/assistant/language/understand.ts';
import type { Example } from './cases.ts';
import type { Answered } from './score.ts';

const REFUSED = new Set(['withdraw', 'change_bank_details', 'change_quote']);

/** Answers a conversation by the understanding alone, without a server. */
export function answerInProcess({ now, turns }: Example): Answered[] {
  let memory = NO_MEMORY;
  return turns.map(({ user }) => {
    const understood = understand(user, memory, {
      today: now.slice(0, 10),
      currency: 'NGN',
      taxRate: 0,
      knownNames: [],
    });
    ({ memory } = understood);
    const declines = understood.intent === 'record_payment' && !understood.payment;
    const refused = declines || REFUSED.has(understood.intent) ? { pointTo: null } : null;
    const outcome = outcomeOf(understood);
    const payment = outcome.payment && { ...understood.payment, ...outcome.payment };
    const { draft = null, other } = memory.pending ?? {};
    const choices = draft && other ? [draft, other] : [];
    return { ...outcome, payment, choices, refused, breaches: [] };
  });
}
