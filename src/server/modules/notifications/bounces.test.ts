import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchange, exim, gmail, outOfOfficeReply, postfix } from '../../../../tests/mail/bounce-reports.ts';
import { type Bounce, readBounce } from './rules/bounce.ts';

const id = '<0123456789abcdef0123456789abcdef01234567@duewell.example>';
const read = (report: string) => readBounce(Buffer.from(report));

test.each<[string, string, Bounce['state'], string]>([
  ['Postfix', postfix(id), 'bounced', '550 5.1.1 <bello@example.test>: Recipient address rejected'],
  ['Exim', exim(id), 'bounced', '550-5.2.1 The account that you tried to reach 550 5.2.1 is disabled'],
  ['Exchange', exchange(id), 'bounced', '550 5.1.10 RESOLVER.ADR.RecipientNotFound'],
  ['Gmail', gmail(id), 'failed', "552-5.2.2 The recipient's inbox is out of storage space."],
  [
    'given up after days',
    postfix(id, { status: '4.4.7', code: 'delivery time expired' }),
    'failed',
    'delivery time',
  ],
  ['refused as spam', postfix(id, { status: '5.7.1', code: '550 5.7.1 spam' }), 'failed', '550 5.7.1 spam'],
])('a report in the way of %s is understood', async (_whose, report, state, reason) => {
  const bounce = await read(report);
  expect(bounce).toMatchObject({ state, reason: expect.stringContaining(reason) });
  expect(bounce?.messageIds[0]).toBe(id);
  expect(bounce?.messageIds).toHaveLength(1);
  expect(await read(report.replaceAll('\r\n', '\n'))).toEqual(bounce);
});

test.each([
  ['a delay', postfix(id, { action: 'delayed', status: '4.4.1' })],
  ['a delivery', postfix(id, { action: 'delivered', status: '2.0.0' })],
  ['an answer of a person', outOfOfficeReply(id)],
  ['nothing', ''],
])('%s is not taken for a message that came back', async (_what, report) => {
  expect(await read(report)).toBeNull();
});

test('whatever comes is read without harm', async () => {
  const fullReport = postfix(id);
  const broken = fc.tuple(
    fc.nat(fullReport.length),
    fc.nat(fullReport.length),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  await fc.assert(
    fc.asyncProperty(broken, async ([from, to, instead]) => {
      const bounce = await read(
        fullReport.slice(0, Math.min(from, to)) + instead + fullReport.slice(Math.max(from, to)),
      );
      expect(bounce === null || bounce.reason.length <= 300).toBe(true);
      expect(bounce?.reason ?? '').not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: 25 },
  );
});
