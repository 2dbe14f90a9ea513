import { formatMoney } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { returnToProposal } from '#server/modules/assistant/commands/confirm.ts';
import { confirmProposal } from '#server/modules/assistant/flows/confirm.ts';
import { messageById, proposalById, type ProposalRow } from '#server/modules/assistant/queries/threads.ts';
import { sendInvoice } from '#server/modules/invoices/commands/send.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { whatsappLinkFor } from '#server/modules/invoices/queries/share.ts';
import { askedAt } from '#server/modules/invoices/queries/withholding.ts';
import { type Invoice, isActive, payUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import { isLast } from '../queries/conversation.ts';
import { type Reply, toReplies } from '../replies.ts';
import { parseButtonId } from '../rules.ts';
import type { InboundEvent } from '../table.ts';
import * as words from '../texts.ts';
import { askAssistant, asMessages } from './assistant.ts';
import type { Answer } from './incoming.ts';

/** Handles a reply button or list row, or answers that it is no longer valid. */
export async function handleButton(scope: Scope, inbound: InboundEvent, id: string): Promise<Answer> {
  const action = parseButtonId(id);
  if (!action) return outdated(scope);
  if ('proposalId' in action) return onProposal(scope, inbound, action.does, action.proposalId);
  if ('invoiceId' in action) return onInvoice(scope, inbound, action.does, action.invoiceId);
  const listed = await messageById(scope.db, scope.actor.businessId, action.messageId);
  const isCurrent = inbound.question_id !== null || (listed && (await isLast(scope.db, listed)));
  return isCurrent
    ? askAssistant(scope, inbound, { prompt: String(action.place), file: null })
    : outdated(scope);
}

const outdated = (scope: Scope): Reply[] => toReplies(words.noLongerOpen, { address: scope.publicUrl() });

async function onProposal(
  scope: Scope,
  inbound: InboundEvent,
  does: 'confirm' | 'change' | 'cancel',
  id: string,
): Promise<Answer> {
  const address = scope.publicUrl();
  const proposal = await proposalById(scope.db, scope.actor.businessId, id);
  if (does === 'confirm' && proposal && (proposal.state === 'done' || isOpen(proposal, scope.now))) {
    const row = await confirmProposal(scope, { proposalId: id });
    const replies = await asMessages(scope, row);
    return proposal.state === 'done' && inbound.attempts === 1
      ? [...toReplies(words.doneBefore, { address }), ...replies]
      : replies;
  }
  // A retry: the earlier answer already took the proposal back.
  const wasLeft = does === 'cancel' && proposal?.state === 'withdrawn' && proposal.answer_id !== null;
  if (!wasLeft && (!proposal || !isOpen(proposal, scope.now))) return outdated(scope);
  if (does === 'cancel')
    return asMessages(scope, await confirmProposal(scope, { proposalId: id, leave: true }));
  await scope.transact((ctx) => returnToProposal(ctx, id));
  return toReplies(words.whatToChange, { address });
}

const isOpen = ({ state, expires_at }: ProposalRow, now: Date): boolean =>
  state === 'open' && expires_at > now;

async function onInvoice(
  scope: Scope,
  inbound: InboundEvent,
  does: 'forward' | 'send',
  id: string,
): Promise<Answer> {
  const invoice = await invoiceById(scope.db, scope.actor.businessId, id);
  if (!invoice) return outdated(scope);
  if (does === 'send')
    return askAssistant(scope, inbound, { prompt: `send invoice ${invoice.number}`, file: null });
  if (invoice.paid_at || !isActive(invoice))
    return toReplies(words.cannotForward, { address: scope.publicUrl() });
  return forwardReplies(scope, invoice);
}

// The press is the owner's word that the invoice goes out: its customer can open the link from then on.
async function forwardReplies(scope: Scope, invoice: Invoice): Promise<Reply[]> {
  const address = scope.publicUrl();
  const { currency, id, customer_name: customer } = invoice;
  if (!invoice.sent_at)
    await scope.transact((ctx) => sendInvoice(ctx, { currency, invoiceId: id, byHand: true }));
  const link = await whatsappLinkFor(scope.db, invoice.business_id, id, {
    publicUrl: address,
    now: scope.now,
  });
  const text = link && new URL(link).searchParams.get('text');
  // Sending may have used the customer's credit.
  const sent = (await invoiceById(scope.db, invoice.business_id, id)) ?? invoice;
  const money = formatMoney(await askedAt(scope.db, sent, scope.now), currency);
  const payUrl = payUrlOf(address, invoice.public_id);
  return [
    ...toReplies(words.toForward({ customer, money, payUrl }), { address }),
    ...(text ? toReplies(text, { address }) : []),
  ];
}
