import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { messageOf } from '#web/lib/api.ts';
import { refreshInvoices } from '#web/lib/invoices/delivery.ts';
import type { Press } from '../api.ts';
import { confirmTexts } from '../texts.ts';
import type { Conversation } from '../thread/conversation.ts';
import type { Message } from '../thread/messages.ts';
import { useExpired } from './use-expired.ts';

/** Why a proposal can no longer be confirmed, in words. */
const expiredTexts: Partial<Record<string, string>> = {
  proposal_expired: confirmTexts.expired,
  proposal_withdrawn: confirmTexts.gone,
  proposal_outdated: confirmTexts.outdated,
  not_found: confirmTexts.gone,
};

/** Confirmation of a proposal: whether it is pending, the failure, and whether the proposal has expired. */
export function useConfirm(message: Message, conversation: Conversation, isOver: boolean) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [expiredReason, setExpiredReason] = useState<string | null>(null);
  const expired = useExpired(message.at);
  const queries = useQueryClient();
  const proposalId = message.outcome?.proposalId ?? null;

  /** Answers the refusal, for whoever has fields to put it beside; null when it happened. */
  const confirm = async (press?: Press): Promise<unknown> => {
    if (!proposalId) return null;
    setPending(true);
    setFailure(null);
    try {
      await conversation.confirm(proposalId, press);
      return null;
    } catch (error) {
      const reason = error instanceof ApiError ? expiredTexts[error.code] : undefined;
      if (reason) setExpiredReason(reason === confirmTexts.outdated ? messageOf(error, reason) : reason);
      else setFailure(messageOf(error, confirmTexts.failed));
      return error;
    } finally {
      setPending(false);
      void refreshInvoices(queries);
    }
  };
  const ended = expired ? confirmTexts.expired : isOver ? confirmTexts.gone : null;
  return { confirm, pending, failure, setFailure, expiredReason: expiredReason ?? ended };
}
