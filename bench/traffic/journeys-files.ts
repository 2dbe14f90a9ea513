import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { FormData } from 'undici';
import { samplePdf } from '#server/adapters/whatsapp-cloud/sample-pdf.ts';
import { bodyOf, type TrafficResponse } from './http-client.ts';
import { type Journey, type JourneyContext, pickOne } from './journeys.ts';

const NGN = '/api/ngn';
const DOCUMENTS = join(import.meta.dirname, '../../eval/capture/documents/receipts');
const CONFIRMED_SHARE = 0.7;
const NEW_THREAD_SHARE = 0.05;
const STREAMED_SHARE = 0.3;
const ABORTED_SHARE = 0.1;

const SENTENCES = [
  'invoice Mrs Bello 2 bags of rice 5000 each due Friday',
  'abeg invoice Mama Chidi 4 bag rice 68k each, she go pay Monday',
  'who owes me money?',
  'show my overdue invoices',
  'how much did I make this month?',
  'add customer Bola bola@example.test',
  'top customers this year',
  'send the latest invoice',
  'withdraw 5000 to my bank',
  'what is the weather?',
];

/** The owner and the assistant: a sentence, its answer, and mostly a yes to what it proposes. */
export const chat: Journey = async (trip) => {
  const { ask, rng: chance, stall } = trip;
  const { token } = stall;
  const path = `${NGN}/aiagent/conversation`;
  const breaksOff = chance() < ABORTED_SHARE;
  const answer = await ask({
    kind: 'say to the assistant',
    method: 'POST',
    path,
    token,
    json: { prompt: pickOne(SENTENCES, chance) },
    headers: chance() < STREAMED_SHARE ? { accept: 'text/event-stream' } : {},
    ...(breaksOff ? { abortAfterMs: 1 + Math.floor(chance() * 40) } : {}),
  });
  if (chance() < CONFIRMED_SHARE) await confirm(trip, answer);
  await ask({ kind: 'conversation', path: `${path}/thread`, token, expected: [404] });
  if (chance() < NEW_THREAD_SHARE)
    await ask({ kind: 'new conversation', method: 'DELETE', path: `${path}/thread`, token });
};

async function confirm({ ask, stall }: JourneyContext, answer: TrafficResponse): Promise<void> {
  const outcome = bodyOf<{ data?: { outcome?: { proposalId?: string } } }>(answer)?.data?.outcome;
  if (!outcome?.proposalId) return;
  await ask({
    kind: 'confirm a proposal',
    method: 'POST',
    path: `${NGN}/aiagent/conversation/confirm`,
    token: stall.token,
    json: { proposalId: outcome.proposalId },
    // Somebody else of the same business may have talked on.
    expected: [409, 422],
  });
}

/** A photographed receipt is shown to the assistant, which reads it. */
export const picture: Journey = async ({ ask, rng: chance, stall }) => {
  const name = pickOne(receipts(), chance);
  await ask({
    kind: 'show the assistant a receipt',
    method: 'POST',
    path: `${NGN}/aiagent/conversation`,
    token: stall.token,
    body: formOf(readFileSync(join(DOCUMENTS, name)), name),
  });
};

const receipts = () => readdirSync(DOCUMENTS).filter((name) => /\.(jpe?g|png|webp)$/.test(name));

/** A small PDF or a photo is uploaded, and read back. */
export const upload: Journey = async ({ ask, rng: chance, stall }) => {
  const { token } = stall;
  const isPhoto = chance() < 0.5;
  const bytes = isPhoto ? await photo(chance) : Buffer.from(samplePdf());
  const form = formOf(bytes, isPhoto ? 'photo.jpg' : 'paper.pdf');
  form.append('purpose', isPhoto ? pickOne(['logo', 'attachment'], chance) : 'attachment');
  const answer = await ask({
    kind: 'upload',
    method: 'POST',
    path: `${NGN}/files/upload`,
    token,
    body: form,
  });
  const address = bodyOf<{ data?: { file?: { fileUrl?: string } } }>(answer)?.data?.file?.fileUrl;
  if (!address) return;
  const { pathname, search } = new URL(address, 'http://localhost');
  await ask({ kind: 'file', path: `${pathname}${search}`, token });
};

function formOf(bytes: Buffer, name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

function photo(rng: () => number): Promise<Buffer> {
  const [width, height] = [200 + Math.floor(rng() * 1_000), 200 + Math.floor(rng() * 1_000)];
  const background = { r: Math.floor(rng() * 256), g: 80, b: 60 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
