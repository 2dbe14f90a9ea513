import { afterEach, expect, test, vi } from 'vitest';
import { conversationOf } from './conversation.ts';

type PendingCall = {
  path: string;
  body: unknown;
  signal: AbortSignal | null;
  answer: (response: Response) => void;
};

/** A service that answers each call when the test says so. */
function serviceAt(): PendingCall[] {
  const calls: PendingCall[] = [];
  vi.stubGlobal(
    'fetch',
    (path: string, { signal, body }: RequestInit) =>
      new Promise<Response>((answer, refuse) => {
        signal?.addEventListener('abort', () => refuse(signal.reason));
        calls.push({ path, body, signal: signal ?? null, answer });
      }),
  );
  return calls;
}

const settle = () => new Promise((done) => setTimeout(done));
const openStream = ({ signal }: PendingCall) => {
  const start = (stream: ReadableStreamDefaultController) =>
    signal?.addEventListener('abort', () => stream.error(signal.reason));
  return new Response(new ReadableStream({ start }), { headers: { 'Content-Type': 'text/event-stream' } });
};
const picture = () => ({ name: 'order.jpg', file: new File(['jpg'], 'order.jpg', { type: 'image/jpeg' }) });

afterEach(() => vi.unstubAllGlobals());

const reading = {
  id: 'rdg_1',
  _id: 'rdg_1',
  questionId: 'msg_1',
  state: 'queued',
  ahead: 0,
  ownAhead: 0,
  pages: null,
  stage: null,
  reason: null,
  message: '',
  answer: null,
  queuedAt: '2026-11-21T10:00:00.000Z',
};
const taken = () =>
  Response.json({
    message: '',
    data: {
      reading,
      question: { id: 'msg_1', _id: 'msg_1', role: 'user', content: '', timestamp: reading.queuedAt },
    },
  });

test('a picture that is stopped on its way is read no more, and the next is asked after it', async () => {
  const calls = serviceAt();
  const conversation = conversationOf('usr_picture', 'NGN');
  conversation.send('bill this', picture());
  await settle();
  conversation.stop();
  conversation.send('yes');
  await settle();
  expect(calls.map(({ path }) => path)).toEqual(['/api/ngn/aiagent/readings']);
  calls[0]?.answer(taken());
  await settle();
  expect(calls[1]?.path).toBe('/api/ngn/aiagent/readings/rdg_1/cancel');
  calls[1]?.answer(Response.json({ message: '', data: { ...reading, state: 'cancelled' } }));
  await settle();
  expect(calls[2]?.path).toBe('/api/ngn/aiagent/conversation');
  expect(conversation.get().messages[0]).toMatchObject({ state: 'done', text: 'bill this' });
});

test('a picture is handed over, and its answer joins the conversation once', async () => {
  const calls = serviceAt();
  const conversation = conversationOf('usr_paper', 'NGN');
  conversation.send('bill this', picture());
  await settle();
  calls[0]?.answer(taken());
  await settle();
  const [question] = conversation.get().messages;
  expect(conversation.get()).toMatchObject({ busy: false, messages: [{ reading: { state: 'queued' } }] });
  const answer = { id: 'msg_2', message: 'I have read this', outcome: null };
  const ready = { ...reading, state: 'ready', queuedAt: new Date(), answer } as never;
  conversation.receive(question?.key ?? '', ready);
  conversation.receive(question?.key ?? '', ready);
  expect(conversation.get().messages).toMatchObject([
    { reading: { state: 'ready', answerId: 'msg_2' } },
    { id: 'msg_2', role: 'assistant', text: 'I have read this' },
  ]);
});

test('a question that is stopped on its way is kept before the next is asked', async () => {
  const calls = serviceAt();
  const conversation = conversationOf('usr_stopped', 'NGN');
  conversation.send('bill this');
  await settle();
  conversation.stop();
  conversation.send('yes');
  await settle();
  expect(conversation.get().messages.map(({ state }) => state)).toEqual([
    'done',
    'stopped',
    'sending',
    'streaming',
  ]);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.signal?.aborted).toBe(false);
  for (const one of calls) one.answer(openStream(one));
  await settle();
  expect(calls).toHaveLength(2);
  expect(calls[0]?.signal?.aborted).toBe(true);
});

test('a conversation is put away only with what was stopped on its way to it', async () => {
  const calls = serviceAt();
  const conversation = conversationOf('usr_cleared', 'NGN');
  conversation.send('bill this');
  await settle();
  conversation.stop();
  const cleared = conversation.clear();
  await settle();
  expect(calls).toHaveLength(1);
  for (const one of calls) one.answer(openStream(one));
  await settle();
  expect(calls).toHaveLength(2);
  calls[1]?.answer(Response.json({ status: 'success', message: 'New conversation', data: null }));
  await cleared;
  expect(conversation.get().messages).toEqual([]);
});

test('a question that was left before its answer came can be sent again in its place', async () => {
  const calls = serviceAt();
  const conversation = conversationOf('usr_left', 'NGN');
  const stored = { id: 'msg_1', role: 'user', content: 'Who owes me?' };
  const thread = () => Response.json({ message: '', data: { thread: { messages: [stored] } } });
  const kept = {
    id: 't',
    _id: 't',
    title: '',
    messages: 1,
    createdAt: '2026-01-01T00:00:00Z',
    closedAt: null,
    goesOn: true,
  };
  const looked = conversation.look();
  calls[0]?.answer(Response.json({ status: 'success', message: '', data: [kept] }));
  expect(await looked).toBe(true);
  const loaded = conversation.load();
  calls[1]?.answer(thread());
  expect(await loaded).toBe('loaded');
  expect(conversation.get().messages).toMatchObject([{ id: 'msg_1', state: 'failed' }]);
  conversation.retry('msg_1');
  await settle();
  calls[2]?.answer(thread());
  await settle();
  expect(calls[3]?.body).toBe(JSON.stringify({ prompt: 'Who owes me?', replaces: 'msg_1' }));
});
