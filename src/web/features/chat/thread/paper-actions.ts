import type { Reading } from '#contract/readings.ts';
import type { Currency } from '#core/money.ts';
import { toastFailure } from '#web/lib/api.ts';
import { cancelReading, retryReading, toReply } from '../api.ts';
import { texts } from '../texts.ts';
import type { PaperReading } from './messages.ts';
import { newMessage, type ThreadStore } from './store.ts';

export const isOpen = ({ state }: Pick<PaperReading, 'state'>): boolean =>
  state === 'queued' || state === 'reading';

/** Actions on pictures that are read in the background. */
export function createPaperActions(currency: Currency, { get, update, patch, find }: ThreadStore) {
  /** Takes in how far a question's picture is; its answer joins the conversation once. */
  function receive(key: string, { id, state, answer }: Reading): void {
    const question = find(key);
    if (!question?.reading || question.reading.id !== id || question.reading.state === state) return;
    patch(key, { reading: { id, state, answerId: answer?.id ?? null } });
    if (!answer || get().messages.some((message) => message.id === answer.id)) return;
    const placeholder = { role: 'assistant', text: '', picture: null, state: 'done' } as const;
    const replies = [answer, ...(answer.more ?? [])].map((one) => ({
      ...newMessage(placeholder),
      ...toReply(one),
    }));
    const text = replies.map((reply) => reply.text).join('\n');
    update({
      messages: [...get().messages, ...replies],
      announcement: { key: replies[0]?.key ?? key, text },
    });
  }

  async function stopReading(key: string): Promise<void> {
    await act(key, cancelReading, texts.paper.stopFailed);
  }

  /** Reads it again; nothing is uploaded. */
  async function readAgain(key: string): Promise<void> {
    patch(key, { typed: false });
    await act(key, retryReading, texts.paper.againFailed);
  }

  /** Lets its owner type the invoice; what was read until then is not waited for. */
  function typeBeside(key: string): void {
    const reading = find(key)?.reading;
    patch(key, { typed: true });
    if (reading && isOpen(reading)) void stopReading(key);
  }

  async function act(key: string, call: typeof cancelReading, failure: string): Promise<void> {
    const reading = find(key)?.reading;
    if (!reading) return;
    try {
      receive(key, await call(currency, reading.id));
    } catch (error) {
      toastFailure(error, failure);
    }
  }

  return { receive, stopReading, readAgain, typeBeside };
}
