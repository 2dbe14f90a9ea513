import { formatMoney } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { press } from '#server/modules/assistant/flows/press.ts';
import { messageById, proposalById, type ProposalRow } from '#server/modules/assistant/queries.ts';
import { sendInvoice } from '#server/modules/invoices/commands.ts';
import { invoiceById } from '#server/modules/invoices/queries.ts';
import { whatsappFor } from '#server/modules/invoices/queries/share.ts';
import { balanceOf, type Invoice, payUrlOf } from '#server/modules/invoices/rules.ts';
import { isLast } from '../queries/conversation.ts';
import { type Reply, say } from '../replies.ts';
import { readPress } from '../rules.ts';
import type { Notice } from '../table.ts';
import * as words from '../words.ts';
import { asMessages, converse } from './converse.ts';

/** Handles a reply button or list row, or answers that it is no longer valid. */
export async function pressed(scope: Scope, notice: Notice, id: string): Promise<Reply[]> {
  const meant = readPress(id);
  if (!meant) return outdated(scope);
  if ('proposalId' in meant) return onProposal(scope, notice, meant.does, meant.proposalId);
  if ('invoiceId' in meant) return onInvoice(scope, notice, meant.does, meant.invoiceId);
  const listed = await messageById(scope.db, scope.actor.businessId, meant.messageId);
  const stands = notice.question_id !== null || (listed && (await isLast(scope.db, listed)));
  return stands ? converse(scope, notice, { prompt: String(meant.place), file: null }) : outdated(scope);
}

const outdated = (scope: Scope): Reply[] => say(words.notWaiting, { address: scope.publicUrl() });

async function onProposal(
  scope: Scope,
  notice: Notice,
  does: 'confirm' | 'change' | 'cancel',
  id: string,
): Promise<Reply[]> {
  const address = scope.publicUrl();
  const proposal = await proposalById(scope.db, scope.actor.businessId, id);
  if (does === 'confirm' && proposal && (proposal.state === 'done' || isOpen(proposal, scope.now))) {
    const row = await press(scope, { proposalId: id });
    const told = await asMessages(scope, row);
    return proposal.state === 'done' && notice.attempts === 1
      ? [...say(words.doneBefore, { address }), ...told]
      : told;
  }
  // A retry: the earlier answer already cancelled the proposal.
  const isAsked = does === 'cancel' && notice.question_id !== null;
  if (!isAsked && (!proposal || !isOpen(proposal, scope.now))) return outdated(scope);
  return does === 'change'
    ? say(words.whatToChange, { address })
    : converse(scope, notice, { prompt: 'no', file: null });
}

const isOpen = ({ state, expires_at }: ProposalRow, now: Date): boolean =>
  state === 'open' && expires_at > now;

async function onInvoice(
  scope: Scope,
  notice: Notice,
  does: 'forward' | 'send',
  id: string,
): Promise<Reply[]> {
  const invoice = await invoiceById(scope.db, scope.actor.businessId, id);
  if (!invoice) return outdated(scope);
  if (does === 'send')
    return converse(scope, notice, { prompt: `send invoice ${invoice.number}`, file: null });
  if (invoice.paid_at || invoice.deleted_at) return say(words.cannotForward, { address: scope.publicUrl() });
  return forwarding(scope, invoice);
}

// The press is the owner's word that the invoice goes out: its customer can open the link from then on.
async function forwarding(scope: Scope, invoice: Invoice): Promise<Reply[]> {
  const address = scope.publicUrl();
  const { currency, id, customer_name: customer } = invoice;
  if (!invoice.sent_at)
    await scope.transact((ctx) => sendInvoice(ctx, { currency, invoiceId: id, byHand: true }));
  const link = await whatsappFor(scope.db, invoice.business_id, id, address);
  const text = link && new URL(link).searchParams.get('text');
  const money = formatMoney(balanceOf(invoice), currency);
  const payUrl = payUrlOf(address, invoice.public_id);
  return [
    ...say(words.toForward({ customer, money, payUrl }), { address }),
    ...(text ? say(text, { address }) : []),
  ];
}
