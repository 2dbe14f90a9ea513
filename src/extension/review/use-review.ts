import { useState } from 'react';
import { assistant } from '#contract/assistant.ts';
import { ApiError } from '#contract/client.ts';
import { invoices } from '#contract/invoices.ts';
import { type CardValues, toInvoice } from '#web/features/chat/card/rules.ts';
import { useCardValues } from '#web/features/chat/card/use-card-values.ts';
import { useExpired } from '#web/features/chat/proposal/use-expired.ts';
import { cardTexts } from '#web/features/chat/card/texts.ts';
import { confirmTexts } from '#web/features/chat/texts.ts';
import type { Service } from '../lib/service.ts';
import type { Connection } from '../lib/storage.ts';
import { proposalIdIn, type ReviewProposal } from './read-capture.ts';

type ReviewInput = {
  captureId: string;
  proposed: ReviewProposal;
  corrections: CardValues | undefined;
  connection: Connection;
  service: Service;
};

const INVOICE_LINK = /\/dashboard\/invoices\?invoice=([\w-]+)/;
const EXPIRED_CODES = ['proposal_expired', 'proposal_withdrawn', 'proposal_outdated', 'not_found'];

/** The card of what was read, and the press that makes an invoice of it. */
export function useReview({ captureId, proposed, corrections, connection, service }: ReviewInput) {
  const { outcome, draft, extraction } = proposed;
  const { currency: ownCurrency } = connection;
  const { proposalId } = outcome;
  // Only a name typed by the owner is sent as the owner's message; one from a page never is.
  const mayAskCustomerName =
    proposalId === null && outcome.asks === 'customerName' && draft.customerName === null;
  const answersCustomerName = ({ name, email, phone }: CardValues) =>
    mayAskCustomerName && email.trim() === '' && phone.trim() === '' && name.trim() !== '';
  const fields = useCardValues({
    outcome,
    draft,
    extraction,
    ownCurrency,
    corrections,
    needsContact: (values) => proposalId === null && !answersCustomerName(values),
  });
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const expired = useExpired(proposed.at);
  const [expiredByServer, setExpiredByServer] = useState(false);
  const params = { currency: ownCurrency };

  async function confirm(id: string, isCorrected: boolean): Promise<string | null> {
    const body = { proposalId: id, ...(isCorrected && { draft: fields.written() }) };
    const { data } = await service.call(assistant.confirm, { params, body });
    return INVOICE_LINK.exec(data.message)?.[1] ?? null;
  }
  async function answerCustomerName(name: string): Promise<string | null> {
    const { data } = await service.call(assistant.conversation, { params, body: { prompt: name } });
    const id = proposalIdIn(data);
    return id ? confirm(id, true) : createDirectly();
  }
  async function createDirectly(): Promise<string> {
    const input = {
      params: { currency: fields.values.currency ?? ownCurrency },
      body: toInvoice(fields.values),
    };
    const { data } = await service.call(invoices.create, input, { idempotencyKey: `extension:${captureId}` });
    return data.id;
  }
  /** The id of the invoice that was made; null where none was, with the reasons on the card. */
  async function create(): Promise<string | null> {
    setPending(true);
    setFailure(null);
    try {
      const { values } = fields;
      if (proposalId) return await confirm(proposalId, fields.isChanged());
      return await (answersCustomerName(values) ? answerCustomerName(values.name.trim()) : createDirectly());
    } catch (error) {
      fields.refuse(error);
      if (error instanceof ApiError && EXPIRED_CODES.includes(error.code)) setExpiredByServer(true);
      else setFailure(error instanceof Error ? `${cardTexts.failed}: ${error.message}` : cardTexts.failed);
      return null;
    } finally {
      setPending(false);
    }
  }
  const isOver = proposalId !== null && (expired || expiredByServer);
  const incomplete = () => setFailure(cardTexts.incomplete);
  return {
    ...fields,
    create,
    incomplete,
    pending,
    failure,
    expiredReason: isOver ? confirmTexts.expired : null,
  };
}
