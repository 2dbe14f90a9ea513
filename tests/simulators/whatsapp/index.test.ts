import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startWhatsAppSimulator } from './index.ts';

const ADA = '2348031234567';
const NOW = new Date('2026-11-20T10:00:00.000Z');

async function started() {
  const there = await startWhatsAppSimulator(() => NOW);
  onTestFinished(() => there.close());
  const { WHATSAPP_PHONE_ID: phoneId, WHATSAPP_TOKEN: token } = there.settings;
  const post = async (body: unknown, bearer = token) => {
    const response = await fetch(`${there.url}/v25.0/${phoneId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, told: (await response.json()) as { error?: { code: number } } };
  };
  return { there, post };
}

const to = { messaging_product: 'whatsapp', recipient_type: 'individual', to: ADA };
const text = { ...to, type: 'text', text: { body: 'Hello' } };
const choices = (type: string, action: object, body = 'Which?') => ({
  ...to,
  type: 'interactive',
  interactive: { type, body: { text: body }, action },
});
const reply = (title: string, id = title) => ({ type: 'reply', reply: { id, title } });
const rows = (count: number, title = 'Row') => ({
  button: 'Choose',
  sections: [{ rows: Array.from({ length: count }, (_, nth) => ({ id: `${nth}`, title })) }],
});

test.each<[string, object, number | undefined]>([
  ['a text', text, undefined],
  ['three buttons', choices('button', { buttons: ['a', 'b', 'c'].map((title) => reply(title)) }), undefined],
  ['ten rows', choices('list', rows(10)), undefined],
  ['an unknown field', { ...text, colour: 'red' }, 131009],
  ['a field too deep', { ...text, text: { body: 'Hello', bold: true } }, 131009],
  ['nobody to go to', { ...text, to: undefined }, 131009],
  ['a number with a plus', { ...text, to: `+${ADA}` }, 131009],
  ['another product', { ...text, messaging_product: 'messenger' }, 131009],
  ['an empty text', { ...text, text: { body: ' ' } }, 131009],
  ['a text of 4,097 characters', { ...text, text: { body: 'x'.repeat(4_097) } }, 131009],
  ['half a character', { ...text, text: { body: '\ud83d' } }, 131009],
  ['four buttons', choices('button', { buttons: ['a', 'b', 'c', 'd'].map((title) => reply(title)) }), 131009],
  ['a title of 21 characters', choices('button', { buttons: [reply('x'.repeat(21))] }), 131009],
  ['two equal titles', choices('button', { buttons: [reply('a', '1'), reply('a', '2')] }), 131009],
  ['a body of 1,025', choices('button', { buttons: [reply('a')] }, 'x'.repeat(1_025)), 131009],
  ['eleven rows', choices('list', rows(11)), 131009],
  ['a row title of 25', choices('list', rows(1, 'x'.repeat(25))), 131009],
  ['a file nobody gave', { ...to, type: 'document', document: { id: '1', filename: 'a.pdf' } }, 131009],
  [
    'a template nobody approved',
    { ...to, type: 'template', template: { name: 'a', language: { code: 'en' }, components: [] } },
    132001,
  ],
])('%s is taken or refused as at Meta', async (_, body, code) => {
  const { there, post } = await started();
  const { told } = await post(body);
  expect(told.error?.code).toBe(code);
  expect(there.sent.length).toBe(code === undefined ? 1 : 0);
});

test('without the token nothing is done', async () => {
  const { there, post } = await started();
  expect(await post(text, 'guessed')).toMatchObject({ status: 401, told: { error: { code: 190 } } });
  expect(there.sent).toEqual([]);
});

test('news is posted as it comes up, again where it was not taken, and as it was asked for', async () => {
  const { there, post } = await started();
  const received: string[] = [];
  let answer = 200;
  const hook = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    received.push(body);
    response.writeHead(answer).end();
  });
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done));
  onTestFinished(() => void hook.close());
  there.postTo(`http://127.0.0.1:${(hook.address() as AddressInfo).port}`);
  const ada = there.phone(ADA);
  await ada.says('₦/1');
  expect(received[0]).toContain(String.raw`\u20a6\/1`);
  answer = 500;
  await ada.says('lost');
  answer = 200;
  await there.release();
  expect(received.filter((body) => body.includes('lost')).length).toBe(2);
  there.hold();
  await post(text);
  await there.settled();
  expect(received.length).toBe(3);
  await there.release({ times: 2, shuffled: 1 });
  expect(
    received
      .slice(3)
      .map((body) => /"status":"(\w+)"/.exec(body)?.[1])
      .toSorted(),
  ).toEqual(['delivered', 'delivered', 'sent', 'sent']);
});
