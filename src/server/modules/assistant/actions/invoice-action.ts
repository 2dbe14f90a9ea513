import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { deleteTool } from '#server/modules/invoices/tools/delete.ts';
import { remindTool } from '#server/modules/invoices/tools/remind.ts';
import { sendTool } from '#server/modules/invoices/tools/send.ts';
import type { Why } from '#server/modules/invoices/tools/targets.ts';
import type { Understanding } from '../language/types.ts';
import { invoiceChoices } from '../memory.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import { paragraphs } from '../replies/format.ts';
import {
  deletionProposed,
  deliveryProposed,
  type InvoiceAction,
  notProposed,
} from '../replies/invoice-actions.ts';
import { asidesText } from '../replies/questions.ts';
import { type Reply, reply } from '../replies/reply.ts';

/** Sending, reminding or deleting: proposes the exact invoices, or explains why not. */
export async function planInvoiceAction(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  action: InvoiceAction,
): Promise<Plan> {
  const filters = u.filters ?? u.memory.pending?.filters ?? {};
  if (u.asks === 'invoice') return notProposedPlan(u, action, { kind: 'unnamed' }, filters);
  if (action === 'delete_invoice') {
    const prepared = await deleteTool.prepare(scope, currency, filters);
    if (!prepared.ok) return notProposedPlan(u, action, prepared.why, filters);
    return proposalPlan(u, currency, action, deletionProposed(prepared.arguments), prepared.arguments);
  }
  const tool = action === 'send_invoice' ? sendTool : remindTool;
  const prepared = await tool.prepare(scope, currency, filters);
  if (!prepared.ok) return notProposedPlan(u, action, prepared.why, filters);
  const { credit } = prepared.arguments;
  const plan = proposalPlan(
    u,
    currency,
    action,
    deliveryProposed(action, prepared.arguments),
    prepared.arguments,
  );
  return credit ? { ...plan, outcome: { ...plan.outcome, customerCredit: credit } } : plan;
}

function proposalPlan(
  u: Understanding,
  currency: Currency,
  action: InvoiceAction,
  proposed: Reply,
  args: unknown,
): Plan {
  return {
    ...reply(asidesText(u.asides), proposed),
    outcome: outcomeOf(u, { asks: null }),
    memory: u.memory,
    effect: { kind: 'propose', proposed: { action, currency, arguments: args } },
  };
}

// The request stays in memory, so that a "yes" is answered with the reason why nothing was done.
function notProposedPlan(u: Understanding, action: InvoiceAction, why: Why, filters: Filters): Plan {
  const asks = why.kind === 'several' || why.kind === 'unnamed' ? ('invoice' as const) : null;
  const { pending } = u.memory;
  return {
    text: paragraphs(asidesText(u.asides), notProposed(action, why, filters)),
    outcome: outcomeOf(u, { asks }),
    memory: {
      ...u.memory,
      pending: pending && { ...pending, asks },
      ...(why.kind === 'several' ? { choices: invoiceChoices(why.invoices) } : {}),
    },
    effect: { kind: 'drop' },
  };
}
