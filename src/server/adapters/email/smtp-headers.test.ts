import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { header as said, type SmtpTestServer, startSmtpServer } from '../../../../tests/mail/smtp-server.ts';
import { createSmtpMailer, type SmtpMailer } from './smtp.ts';

let office: SmtpTestServer;
let mailer: SmtpMailer;
beforeAll(async () => {
  office = await startSmtpServer();
  mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${office.port}`,
    from: 'Duewell <no-reply@duewell.example>',
  });
});
afterAll(async () => {
  mailer.close();
  await office.close();
});

const nasty = fc.constantFrom(
  '\r\nBcc: all@example.com\r\n',
  '\nX-Evil: 1',
  '\r\n\r\nA body of its own',
  '\u2028To: all@example.com',
  '\u2029',
  '\u0085X-Evil: 2',
  '\u0000',
  '\u202egpj.fdp',
  '=?utf-8?B?SGVsbG8=?=',
  '=?utf-8?Q?a?= =?utf-8?Q?b?=',
  '"Ada" <ada@evil.example>',
  'a, b; c: d@e (f)',
  '\\"',
  'فاتورة',
  'Ọ̀ṣun 🇳🇬👩🏾‍🍳',
  'ọja.example',
  '%0d%0aBcc: x@y',
  '; filename="evil.exe"',
  '\ud83d',
);
const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: nasty },
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constant('x'.repeat(90)),
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));
const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019.-'), minLength: 1, maxLength: 8 });
const address = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(word, word)
      .map(([a, b]) => `a${a.replaceAll('.', '')}@b${b.replaceAll(/[.-]/g, '')}.example`),
  },
  fc.tuple(word, nasty, word).map(([a, evil, b]) => `${a}${evil}@${b}.example`),
  fc.tuple(word, nasty).map(([a, evil]) => `${a}@example.com${evil}`),
);

/** A text in a header: one line, with the same content, cut where it is long. */
const line = (input: string, most: number): string => {
  const clean = input
    .toWellFormed()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
  const characters = [...clean];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : clean;
};

/** The same for a name, which must not read as an address. */
const nameLine = (input: string): string =>
  line(
    line(input, 10_000)
      .replace(/[<>"\\]/g, '')
      .replace(/\s*[@\uff20\ufe6b]\s*/g, ' at '),
    100,
  );

// An address may come in another spelling of the same.
const asWritten = (to: string): string => {
  const [local = '', domain = ''] = to.replaceAll('"', '').split('@');
  return `${local}@${domainToASCII(domain)}`.toLowerCase();
};

const known = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

test('whatever names, subjects, files and addresses hold, each header says it on its own and one recipient gets it', async () => {
  let key = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        to: address,
        subject: text,
        fromName: text,
        replyName: text,
        replyTo: address,
        file: text,
      }),
      async ({ to, subject, fromName, replyName, replyTo, file }) => {
        office.received.length = 0;
        const sent = await mailer.send({
          key: `property:${++key}`,
          to,
          subject,
          fromName,
          replyTo: { name: replyName, address: replyTo },
          unsubscribeUrl: 'https://duewell.example/unsubscribe/abc.def',
          text: 'Said',
          html: '<p>Said <img src="cid:cloth"></p>',
          attachments: [
            { name: file, mime: 'application/pdf', content: new Uint8Array([37, 80, 68, 70]) },
            { name: 'cloth.png', mime: 'image/png', content: new Uint8Array([1]), contentId: 'cloth' },
          ],
        });
        if (!sent.ok) {
          expect(sent).toMatchObject({ retry: false });
          expect(to).not.toMatch(/^[\w-]+@\w+\.example$/);
          expect(office.received).toEqual([]);
          return;
        }
        const [one, ...more] = office.received;
        expect(more).toEqual([]);
        if (!one) throw new Error('nothing arrived');
        expect(one.to.map(asWritten)).toEqual([asWritten(to)]);
        const names = one.mail.headers.map((header) => header.key);
        expect(names.filter((name) => !known.includes(name))).toEqual([]);
        expect(names).toHaveLength(new Set(names).size);
        expect(one.mail.to?.map((who) => asWritten(who.address ?? ''))).toEqual([asWritten(to)]);
        expect(one.mail.subject ?? '').toBe(line(subject, 250));
        const shown = nameLine(fromName);
        expect(shown).not.toMatch(/[@<>]/);
        expect(one.mail.from).toEqual({
          name: shown ? `${shown} via Duewell` : 'Duewell',
          address: 'no-reply@duewell.example',
        });
        for (const reply of one.mail.replyTo ?? [])
          expect(reply).toEqual({
            name: nameLine(replyName),
            address: expect.stringMatching(/^[^\s@]+@[^\s@]+$/),
          });
        expect(said(one, 'list-unsubscribe')).toEqual(['<https://duewell.example/unsubscribe/abc.def>']);
        expect(said(one, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
        expect(one.mail.text?.trim()).toBe('Said');
        const files = one.mail.attachments.map(({ filename, mimeType }) => [filename ?? '', mimeType]);
        expect(files).toContainEqual(['cloth.png', 'image/png']);
        expect(files).toContainEqual([
          line(file.replace(/[\\/:*?"<>|]/g, '-'), 100) || 'attachment-1.pdf',
          'application/pdf',
        ]);
        expect(files).toHaveLength(2);
      },
    ),
    { numRuns: 80, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
});
