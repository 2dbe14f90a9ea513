import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { deleteTool } from '#server/modules/invoices/tools/delete.ts';
import { remindTool } from '#server/modules/invoices/tools/remind.ts';
import { sendTool } from '#server/modules/invoices/tools/send.ts';
import { shortNumber, type Why } from '#server/modules/invoices/tools/targets.ts';
import type { Understanding } from '../language/understanding.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import { asidesText } from '../replies/asking.ts';
import { type Deed, deletionProposed, deliveryProposed, noDeed } from '../replies/deeds.ts';
import { paragraphs } from '../replies/words.ts';

/** Sending, reminding or deleting: proposes the exact invoices, or explains why not. */
export async function planDeed(
  scope: Scope,
  currency: Currency,
  u: Understanding,
  deed: Deed,
): Promise<Plan> {
  const filters = u.filters ?? u.memory.pending?.filters ?? {};
  if (u.asks === 'invoice') return without(u, deed, { kind: 'unnamed' }, filters);
  if (deed === 'delete_invoice') {
    const prepared = await deleteTool.prepare(scope, currency, filters);
    if (!prepared.ok) return without(u, deed, prepared.why, filters);
    return proposing(u, currency, deed, deletionProposed(prepared.arguments), prepared.arguments);
  }
  const tool = deed === 'send_invoice' ? sendTool : remindTool;
  const prepared = await tool.prepare(scope, currency, filters);
  if (!prepared.ok) return without(u, deed, prepared.why, filters);
  return proposing(u, currency, deed, deliveryProposed(deed, prepared.arguments), prepared.arguments);
}

function proposing(u: Understanding, currency: Currency, action: Deed, text: string, args: unknown): Plan {
  return {
    text: paragraphs(asidesText(u.asides), text),
    outcome: outcomeOf(u, { asks: null }),
    memory: u.memory,
    effect: { kind: 'propose', proposed: { action, currency, arguments: args } },
  };
}

// The request stays in memory, so that a "yes" is answered with the reason why nothing was done.
function without(u: Understanding, deed: Deed, why: Why, filters: Filters): Plan {
  const asks = why.kind === 'several' || why.kind === 'unnamed' ? ('invoice' as const) : null;
  const { pending } = u.memory;
  return {
    text: paragraphs(asidesText(u.asides), noDeed(deed, why, filters)),
    outcome: outcomeOf(u, { asks }),
    memory: {
      ...u.memory,
      pending: pending && { ...pending, asks },
      ...(why.kind === 'several'
        ? {
            choices: why.invoices.map(({ invoice }) => ({
              told: [invoice.number, invoice.customer_name],
              pick: { invoiceNumber: shortNumber(invoice.number) },
            })),
          }
        : {}),
    },
    effect: { kind: 'drop' },
  };
}
