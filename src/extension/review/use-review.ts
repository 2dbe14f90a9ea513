import { useEffect, useState } from 'react';
import { assistant } from '#contract/assistant.ts';
import { ApiError } from '#contract/client.ts';
import { invoices } from '#contract/invoices.ts';
import { systemClock } from '#core/dates.ts';
import { type CardValues, toInvoice } from '#web/features/chat/card/rules.ts';
import { useCardValues } from '#web/features/chat/card/use-card-values.ts';
import { PROPOSAL_LASTS_MS } from '#web/features/chat/proposal/state.ts';
import { cardTexts, confirmTexts } from '#web/features/chat/texts.ts';
import type { Connection } from '../lib/kept.ts';
import type { Service } from '../lib/service.ts';
import { proposalIn, type Proposed } from './read-chosen.ts';

type ReviewOf = {
  captureId: string;
  proposed: Proposed;
  carried: CardValues | undefined;
  connection: Connection;
  service: Service;
};

const INVOICE_LINK = /\/dashboard\/invoices\?invoice=([\w-]+)/;
const TOO_LATE = ['proposal_expired', 'proposal_withdrawn', 'proposal_outdated', 'not_found'];

/** The card of what was read, and the press that makes an invoice of it. */
export function useReview({ captureId, proposed, carried, connection, service }: ReviewOf) {
  const { outcome, draft, extraction } = proposed;
  const { currency: own } = connection;
  const { proposalId } = outcome;
  // Only a name typed by the owner is sent as the owner's message; one from a page never is.
  const mayAskWhose = proposalId === null && outcome.asks === 'customerName' && draft.customerName === null;
  const isTold = ({ name, email }: CardValues) => mayAskWhose && email.trim() === '' && name.trim() !== '';
  const fields = useCardValues({
    outcome,
    draft,
    extraction,
    own,
    carried,
    needsEmail: (values) => proposalId === null && !isTold(values),
  });
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const expired = useExpired(proposed.at);
  const [late, setLate] = useState(false);
  const params = { currency: own };

  async function confirm(id: string, isCorrected: boolean): Promise<string | null> {
    const body = { proposalId: id, ...(isCorrected && { draft: fields.written() }) };
    const { data } = await service.call(assistant.confirm, { params, body });
    return INVOICE_LINK.exec(data.message)?.[1] ?? null;
  }
  async function tellWhose(name: string): Promise<string | null> {
    const { data } = await service.call(assistant.conversation, { params, body: { prompt: name } });
    const id = proposalIn(data);
    return id ? confirm(id, true) : createPlainly();
  }
  async function createPlainly(): Promise<string> {
    const input = { params: { currency: fields.currency }, body: toInvoice(fields.values) };
    const { data } = await service.call(invoices.create, input, { idempotencyKey: `extension:${captureId}` });
    return data.id;
  }
  /** The id of the invoice that was made; null where none was, with the reasons on the card. */
  async function create(): Promise<string | null> {
    if (!fields.isComplete()) {
      setFailure(cardTexts.incomplete);
      return null;
    }
    setPending(true);
    setFailure(null);
    try {
      const { values } = fields;
      if (proposalId) return await confirm(proposalId, fields.isChanged());
      return await (isTold(values) ? tellWhose(values.name.trim()) : createPlainly());
    } catch (error) {
      fields.refuse(error);
      if (error instanceof ApiError && TOO_LATE.includes(error.code)) setLate(true);
      else setFailure(error instanceof Error ? `${cardTexts.failed}: ${error.message}` : cardTexts.failed);
      return null;
    } finally {
      setPending(false);
    }
  }
  const isOver = proposalId !== null && (expired || late);
  return { ...fields, create, pending, failure, tooLate: isOver ? confirmTexts.expired : null };
}

function useExpired(at: Date): boolean {
  const [now, setNow] = useState(() => systemClock().getTime());
  const leftMs = at.getTime() + PROPOSAL_LASTS_MS - now;
  useEffect(() => {
    if (leftMs <= 0) return;
    const timer = setTimeout(() => setNow(systemClock().getTime()), leftMs + 1);
    return () => clearTimeout(timer);
  }, [leftMs]);
  return leftMs <= 0;
}
