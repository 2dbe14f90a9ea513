import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { assistant, type Draft } from '#contract/assistant.ts';
import { ApiError, pathOf } from '#contract/client.ts';
import { type Reading, readings } from '#contract/readings.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { expireSession, isSessionEnd, sessionEndMessage } from '#web/lib/session/expiry.ts';
import { getSession } from '#web/lib/session/session.ts';
import { readEvents } from './thread/event-stream.ts';
import {
  isRecord,
  type Message,
  type Picture,
  textOf,
  toExtraction,
  toMessages,
  toOutcome,
  toPicture,
} from './thread/messages.ts';

// Conversations of any age are read by toMessages, so their items are taken as they come.
const storedThread = {
  ...assistant.thread,
  response: z.object({ data: z.object({ thread: z.object({ messages: z.unknown() }) }) }),
};

/**
 * The conversation so far, or one by its id; empty when there is none. Throws `ApiError`, or an error when it cannot be
 * understood.
 */
export async function readThread(currency: Currency, id?: string): Promise<Message[]> {
  try {
    const { data } = await call(storedThread, { params: { currency }, query: id ? { id } : {} });
    return toMessages(data.thread.messages);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/** The conversations of the business, newest first; one that was not put away goes on. Throws `ApiError`. */
export async function listThreads(currency: Currency) {
  return (await call(assistant.threads, { params: { currency } })).data;
}

/** Puts the conversation away; the next message begins another. */
export function closeThread(currency: Currency) {
  return call(assistant.newThread, { params: { currency } });
}

/** Details of a press: the card as it was corrected, whether invoices that are sent use their customers' credit; or to leave it. */
export type Press = { draft?: Draft | undefined; useCredit?: boolean | undefined; leave?: true };

/** The press that lets a proposal happen, as it stands or as it was corrected, or leaves it. Throws `ApiError`. */
export async function confirmProposal(
  currency: Currency,
  proposalId: string,
  press: Press = {},
): Promise<Reply> {
  const body = { proposalId, ...press };
  const { data } = await call(assistant.confirm, { params: { currency }, body });
  return toReply(data);
}

type Question = { text: string; replaces: string | null };
export type Reply = Pick<
  Message,
  'id' | 'text' | 'beside' | 'choices' | 'outcome' | 'extraction' | 'picture'
>;

/** A piece of an answer: more of its text, or all that is said beside a card. */
export type OnPart = (part: 'delta' | 'beside', text: string) => void;

// The server saves a question before it begins to answer.
const SAVE_TIMEOUT_MS = 20_000;

/**
 * Sends a question and streams the answer. Throws `ApiError`; an abort throws the signal's reason, and only
 * once the server has saved the question: otherwise the next one could be handled first.
 */
export async function sendQuestion(
  currency: Currency,
  question: Question,
  signal: AbortSignal,
  onPart: OnPart,
): Promise<Reply> {
  const body = { json: JSON.stringify(fieldsOf(question)) };
  const { response, abort } = await sendUntilSaved(
    pathOf(assistant.conversation, { currency }),
    body,
    signal,
  );
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  if (!response.ok) throw await errorFromResponse(response);
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream'))
    return toReply(
      await response.json().then((answered: unknown) => (isRecord(answered) ? answered.data : null)),
    );
  for await (const { name, data } of readEvents(response)) {
    signal.throwIfAborted();
    if (name === 'delta' || name === 'beside')
      onPart(name, (isRecord(data) ? textOf(data.text) : null) ?? '');
    if (name === 'done') return toReply(data);
    if (name === 'error') throw errorFromEvent(data);
  }
  throw new ApiError(0, 'cut_off', 'The answer was cut off');
}

/** A question with its picture, as the server took it on. */
export type SentPaper = { id: string; picture: Picture | null; reading: Reading };

/**
 * Sends a picture or PDF to be read in the background. Throws `ApiError`; an abort throws the signal's reason once the server
 * has it, and stops the reading.
 */
export async function sendPaper(
  currency: Currency,
  question: Question & { file: File },
  signal: AbortSignal,
): Promise<SentPaper> {
  const path = pathOf(readings.create, { currency });
  const { response } = await sendUntilSaved(path, formOf(question.file, fieldsOf(question)), signal);
  if (!response.ok) throw await errorFromResponse(response);
  const { reading, question: saved } = z.parse(readings.create.response, await response.json()).data;
  if (signal.aborted) await cancelReading(currency, reading.id).catch(() => null);
  signal.throwIfAborted();
  return { id: saved.id, picture: toPicture(saved.metadata), reading };
}

/** How far a picture or PDF is. */
export const readingQuery = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['readings.get', currency, id],
    queryFn: async ({ signal }) => (await call(readings.get, { params: { currency, id } }, { signal })).data,
  });

export const cancelReading = async (currency: Currency, id: string): Promise<Reading> =>
  (await call(readings.cancel, { params: { currency, id } })).data;

export const retryReading = async (currency: Currency, id: string): Promise<Reading> =>
  (await call(readings.retry, { params: { currency, id } })).data;

const fieldsOf = ({ text, replaces }: Question) => ({
  ...(text !== '' && { prompt: text }),
  ...(replaces && { replaces }),
});

// An abort waits for the answer's head, which comes once the question is saved.
async function sendUntilSaved(path: string, body: FormData | { json: string }, signal: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  const scheduleAbort = () => setTimeout(abort, SAVE_TIMEOUT_MS);
  signal.addEventListener('abort', scheduleAbort, { once: true });
  if (signal.aborted) scheduleAbort();
  return { response: await post(path, body, controller.signal), abort };
}

function errorFromEvent(data: unknown): ApiError {
  const message = isRecord(data) ? textOf(data.message) : null;
  return new ApiError(500, 'assistant_failed', message ?? 'The assistant could not answer');
}

async function post(path: string, body: FormData | { json: string }, signal: AbortSignal) {
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = {
    Accept: isForm ? 'application/json' : 'text/event-stream',
    Authorization: `Bearer ${getSession().token}`,
  };
  if (!isForm) headers['Content-Type'] = 'application/json';
  try {
    return await fetch(path, { method: 'POST', headers, body: isForm ? body : body.json, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError(0, 'offline', 'You are offline, or the service cannot be reached');
  }
}

function formOf(file: File, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name);
  return form;
}

async function errorFromResponse(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const message = (isRecord(body) ? textOf(body.message) : null) ?? 'Something went wrong';
  const error = new ApiError(response.status, 'refused', message);
  if (isSessionEnd(error)) expireSession(sessionEndMessage(Object(body).data));
  return error;
}

/** An answer of the assistant, of any known shape. Throws `ApiError`. */
export function toReply(data: unknown): Reply {
  const text = isRecord(data) ? textOf(data.message ?? data.content) : null;
  if (!isRecord(data) || text === null) throw new ApiError(0, 'bad_answer', 'The answer could not be read');
  return {
    id: typeof data.id === 'string' ? data.id : null,
    text,
    beside: typeof data.beside === 'string' ? data.beside : null,
    choices: data.choices,
    outcome: toOutcome(data.outcome),
    extraction: toExtraction(data.metadata),
    picture: toPicture(data.metadata),
  };
}

/** A stored picture, which only its owner may read. Throws `ApiError`. */
export async function readPicture(path: string, name: string): Promise<File> {
  const own = new URL(path, location.origin);
  if (own.origin !== location.origin) throw new ApiError(0, 'elsewhere', 'The picture is kept elsewhere');
  const response = await fetch(own, { headers: { Authorization: `Bearer ${getSession().token}` } });
  if (!response.ok) throw new ApiError(response.status, 'no_picture', 'The picture could not be read');
  const bytes = await response.blob();
  return new File([bytes], name, { type: bytes.type });
}
