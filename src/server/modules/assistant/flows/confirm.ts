import * as z from 'zod';
import type { Draft } from '#contract/assistant.ts';
import { AppError, type FieldError, fieldError } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { nameWords } from '#server/modules/customers/rules/names.ts';
import type { Buyer } from '#server/modules/invoices/tools/buyer.ts';
import { draftShown, draftTool } from '#server/modules/invoices/tools/draft.ts';
import { type Correction, executeConfirmation, leaveProposal } from '../commands/confirm.ts';
import { type MessageRow, proposalById, type ProposalRow } from '../queries/threads.ts';

/** Confirms a proposal by its button, with the card's corrections, or leaves it. Throws 422 with the fields of `draft`. */
export async function confirmProposal(
  scope: Scope,
  {
    proposalId,
    draft,
    useCredit,
    leave,
  }: {
    proposalId: string;
    draft?: Draft | undefined;
    useCredit?: boolean | undefined;
    leave?: true | undefined;
  },
): Promise<MessageRow> {
  if (leave) return scope.transact((ctx) => leaveProposal(ctx, proposalId));
  const proposal =
    draft && isId('prp', proposalId)
      ? await proposalById(scope.db, scope.actor.businessId, proposalId)
      : null;
  const correction =
    draft && proposal?.state === 'open' ? await prepareCorrection(scope, proposal, draft) : null;
  return scope.transact((ctx) => executeConfirmation(ctx, proposalId, { correction, useCredit }));
}

async function prepareCorrection(scope: Scope, proposal: ProposalRow, draft: Draft): Promise<Correction> {
  if (proposal.action !== 'create_invoice') throw fieldError('draft', 'There is no invoice to correct here');
  const previous = z.safeParse(draftTool.arguments, proposal.arguments);
  const next = previous.success ? previous.data.next : null;
  const customer = previous.success ? previous.data.customer : null;
  const isSame =
    customer?.id && draft.customerName === customer.name && (draft.customerEmail ?? '') === customer.email;
  const currency = draft.currency ?? proposal.currency;
  const prepared = await draftTool.prepare(scope, currency, {
    draft,
    ...(isSame && customer.id ? { customerId: customer.id } : {}),
    next,
  });
  if (prepared.ok && !isSame && isGuess(draft, prepared.arguments.customer))
    throw refusal([ambiguousCustomer(prepared.arguments.customer)]);
  if (prepared.ok)
    return {
      proposed: { action: 'create_invoice', currency, arguments: prepared.arguments },
      draft: { ...draftShown(draft, prepared.arguments), currency },
    };
  throw prepared.why.kind === 'invalid'
    ? refusal(prepared.why.errors)
    : refusal([
        { path: 'customerEmail', message: 'Several customers have this name. Give the email address' },
      ]);
}

// A corrected card is not shown again, so only a full name or an address identifies an existing customer.
function isGuess({ customerName, customerEmail }: Draft, { id, name, email, setsEmail }: Buyer): boolean {
  const isAddressed = !setsEmail && email !== '' && customerEmail?.trim().toLowerCase() === email;
  const words = (text: string) => nameWords(text).join(' ');
  return id !== null && !isAddressed && words(customerName ?? '') !== words(name);
}

const ambiguousCustomer = ({ name }: Buyer): FieldError => ({
  path: 'customerName',
  message: `Is this your customer ${name}? Give the whole name, or the email address`,
});

const refusal = (errors: readonly FieldError[]): AppError =>
  new AppError('invalid_input', errors[0]?.message ?? 'Please check the invoice', {
    errors: errors.map(({ path, message }) => ({ path: `draft.${path}`, message })),
  });
