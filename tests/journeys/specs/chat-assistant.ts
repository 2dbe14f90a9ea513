import { expect, type Page } from '@playwright/test';

export const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Message to the assistant' });
export const openChat = async (page: Page) => {
  await page.goto('/dashboard/chat');
  await expect(boxOf(page)).toBeVisible();
};
export const send = async (page: Page, text: string) => {
  await boxOf(page).fill(text);
  await boxOf(page).press('Enter');
};

/** Puts an assistant into the page that says what the test tells it to, piece by piece. */
export async function fakeAssistant(page: Page): Promise<void> {
  await thread(page, null);
  await page.addInitScript((taken) => Object.assign(window, { taken }), takenPaper);
  await page.route('**/aiagent/readings/*', (route) =>
    route.fulfill({ json: { status: 'success', message: '', data: takenPaper.data.reading } }),
  );
  await page.addInitScript(() => {
    const real = window.fetch;
    const requests: unknown[] = [];
    Object.assign(window, { asked: requests, aborted: 0, answering: 0 });
    const count = (name: 'aborted' | 'answering', by: number) =>
      Reflect.set(window, name, Number(Reflect.get(window, name)) + by);
    const answer = (signal: AbortSignal | null | undefined) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          const said = new AbortController();
          const say = (event: Event) => {
            const text = event instanceof CustomEvent ? String(event.detail) : '';
            controller.enqueue(new TextEncoder().encode(text));
            if (!/^event: (done|error)/.test(text)) return;
            said.abort();
            controller.close();
          };
          const abort = () => {
            count('aborted', 1);
            said.abort();
            controller.error(signal?.reason);
          };
          count('answering', 1);
          said.signal.addEventListener('abort', () => count('answering', -1));
          addEventListener('assistant-says', say, { signal: said.signal });
          signal?.addEventListener('abort', abort, { signal: said.signal });
        },
      });
    window.fetch = async (input, init) => {
      const isPaper = String(input).endsWith('/aiagent/readings');
      if (!isPaper && !String(input).endsWith('/aiagent/conversation')) return real(input, init);
      const { body, signal } = init ?? {};
      if (body instanceof FormData) Reflect.set(window, 'picture', body.get('file'));
      requests.push(
        body instanceof FormData
          ? Object.fromEntries(
              [...body].map(([name, value]) => [name, value instanceof File ? value.name : value]),
            )
          : JSON.parse(String(body)),
      );
      if (isPaper) return Response.json(Reflect.get(window, 'taken'));
      return new Response(answer(signal), { headers: { 'Content-Type': 'text/event-stream' } });
    };
  });
}

/** A reading as the service tells of it. */
export const readingOf = (more: Record<string, unknown> = {}) => ({
  id: 'rdg_1',
  _id: 'rdg_1',
  questionId: 'msg_picture',
  state: 'queued',
  ahead: 2,
  ownAhead: 1,
  stage: null,
  pages: null,
  reason: null,
  message: '',
  answer: null,
  queuedAt: '2026-11-21T10:00:00.000Z',
  ...more,
});

/** The answer to a picture that was sent: it waits. */
export const takenPaper = {
  status: 'success',
  message: 'It is in the queue',
  data: {
    reading: readingOf(),
    question: {
      id: 'msg_picture',
      _id: 'msg_picture',
      role: 'user',
      content: '[IMAGE_UPLOADED]Invoice image uploaded',
      timestamp: '2026-11-21T10:00:00.000Z',
    },
  },
};

/** Has the next picture read at once, with this answer. */
export const paperIsReadAs = (page: Page, answer: unknown) =>
  page.route('**/aiagent/readings/*', (route) =>
    route.fulfill({
      json: { status: 'success', message: '', data: readingOf({ state: 'ready', ahead: null, answer }) },
    }),
  );

/** Requests sent so far, as sent. */
export const requestsSent = (page: Page): Promise<Record<string, string>[]> =>
  page.evaluate(() => Reflect.get(window, 'asked'));

/** The picture last sent. */
export const askedPicture = (page: Page) =>
  page.evaluate(async () => {
    const file: File = Reflect.get(window, 'picture');
    const { width, height } = await createImageBitmap(file);
    return { width, height, type: file.type };
  });

/** One event of the answer that is being given, or that is asked for next. */
export async function assistantSays(
  page: Page,
  name: 'delta' | 'done' | 'error',
  data: unknown,
): Promise<void> {
  const event = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  await page.waitForFunction(() => Reflect.get(window, 'answering') > 0);
  await page.evaluate((detail) => void dispatchEvent(new CustomEvent('assistant-says', { detail })), event);
}

/** A whole answer, as it ends a stream. */
export const answerOf = (message: string, outcome: Record<string, unknown> = {}) => ({
  id: 'msg_answer',
  _id: 'msg_answer',
  message,
  role: 'assistant',
  timestamp: '2026-11-21T10:00:00.000Z',
  outcome: {
    intent: 'help',
    draft: null,
    filters: null,
    customer: null,
    asks: null,
    refused: null,
    does: null,
    proposalId: null,
    ...outcome,
  },
});

/** The conversation stored on the server; null for none. */
export async function thread(page: Page, messages: readonly unknown[] | null): Promise<void> {
  const kept = {
    id: 't',
    _id: 't',
    title: 'Kept',
    createdAt: '2026-11-20T10:00:00.000Z',
    closedAt: null,
    goesOn: false,
  };
  const threads = messages ? [{ ...kept, messages: messages.length }] : [];
  await page.route('**/aiagent/conversation/threads', (route) =>
    route.fulfill({ json: { status: 'success', message: '', data: threads } }),
  );
  await page.route('**/aiagent/conversation/thread{,?*}', (route) =>
    messages
      ? route.fulfill({
          json: { status: 'success', message: '', data: { thread: { id: 't', _id: 't', messages } } },
        })
      : route.fulfill({ status: 404, json: { status: 'error', code: 'not_found', message: 'None' } }),
  );
}

/** Opens the earlier conversation by its line. */
export const openEarlier = (page: Page) =>
  page.getByRole('button', { name: /Earlier conversation ·/ }).click();

/** A picture of noise, which no format makes small. */
export async function drawPicture(
  page: Page,
  width: number,
  height: number,
  type = 'image/png',
): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([width, height, type]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const paper = canvas.getContext('2d');
      for (let x = 0; x < width; x += 6)
        for (let y = 0; y < height; y += 6) {
          paper?.beginPath();
          if (paper) paper.fillStyle = `hsl(${(x * 37 + y * 91) % 360} 80% ${(x * y) % 100}%)`;
          paper?.fillRect(x, y, 6, 6);
        }
      return canvas.toDataURL(type, 0.95).split(',')[1] ?? '';
    },
    [width, height, type] as const,
  );
  return Buffer.from(base64, 'base64');
}
