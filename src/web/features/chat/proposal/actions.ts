import type { Currency } from '#core/money.ts';
import { confirmProposal, type Press } from '../api.ts';
import type { CardValues } from '../card/rules.ts';
import { invoiceLinksIn } from '../markdown/tokens.ts';
import { createdTexts } from '../texts.ts';
import type { Picture } from '../thread/messages.ts';
import { newMessage, type ThreadStore } from '../thread/store.ts';

type SendActions = {
  send: (text: string, picture: Picture | null, corrections?: CardValues) => void;
  edit: (key: string, text: string, corrections?: CardValues) => void;
};

/** Actions on proposals: confirm one, or have it proposed again. */
export function createProposalActions(
  currency: Currency,
  { get, update, find }: ThreadStore,
  { send, edit }: SendActions,
) {
  /** Lets a proposal happen, as its press says, and adds what the assistant says of it. Throws `ApiError`. */
  async function confirm(proposalId: string, press?: Press): Promise<void> {
    const reply = await confirmProposal(currency, proposalId, press);
    // A replayed confirmation returns the reply of the first one.
    if (get().messages.some(({ id }) => id !== null && id === reply.id)) return;
    const message = newMessage({ role: 'assistant', text: '', picture: null, state: 'done' });
    update({
      messages: [...get().messages, { ...message, ...reply }],
      announcement: { key: message.key, text: reply.text },
    });
  }

  /**
   * Requests a proposal again; `corrections` were made on its card. A request that depends on earlier
   * messages is repeated in its own place, so that nothing is counted twice.
   */
  function retryProposal(replyKey: string, corrections?: CardValues): void {
    const { messages } = get();
    const [invoice] = invoiceLinksIn(find(replyKey)?.text ?? '');
    // A follow-up to a completed action: repeating the full request would do that action twice.
    if (find(replyKey)?.outcome?.does) return invoice && send(createdTexts.sendWords(invoice.number), null);
    const at = messages.findIndex(({ key }) => key === replyKey);
    const question = messages.slice(0, Math.max(at, 0)).findLast(({ role }) => role === 'user');
    if (!question) return;
    const isLast = messages.findLast(({ role }) => role === 'user') === question;
    const dependsOnHistory = messages[at]?.outcome?.intent === 'edit_draft';
    if (isLast || dependsOnHistory) edit(question.key, question.text, corrections);
    else send(question.text, question.picture, corrections);
  }
  return { confirm, askAgain: retryProposal };
}
