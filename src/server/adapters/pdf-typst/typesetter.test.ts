import fc from 'fast-check';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { anyInvoice, shownIn, withoutSpaces } from '#core/invoice/testing.ts';
import { minor } from '#core/money.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';
import { slim } from './slim.ts';
import { drawnShapes, looseObjects, packed, pagesOf, sampleInvoice, sampleItems, tagsOf } from './testing.ts';

const LARGEST = 150 * 1024;

let maker: Typesetter;

beforeAll(() => {
  maker = createTypesetter();
});

async function printed(changes: Parameters<typeof sampleInvoice>[0] = {}): Promise<string> {
  return (await pagesOf(await maker.invoice(sampleInvoice(changes)))).join('\n');
}

test('an invoice shows all that a customer needs to pay it', async () => {
  const text = packed(await printed());
  for (const shown of [
    'Invoice',
    'INV-0042',
    'Okafor Kitchen & Events',
    '14 Ogui Road, Enugu',
    'Billed to',
    'Mrs Bello',
    'hello@bello.example',
    'Dec 5, 2026',
    'Dec 12, 2026',
    'Amount due',
    '₦129,000.81',
    'Catering for naming ceremony',
    'Small chops, 50 guests',
    '1.5',
    '₦45,000.00',
    '₦90,000.00',
    '₦20,000.50',
    '₦30,000.75',
    'Subtotal',
    '₦120,000.75',
    'Tax (7.5%)',
    '₦9,000.06',
    'Total',
    'pay.duewell.example/pay/7Kq2mX9tB4Zr8LwP',
    'Wema Bank',
    '0123456789',
    'Payment terms: Due in 7 days',
    'Thank you for your business.',
  ]) {
    expect(text).toContain(packed(shown));
  }
  for (const absent of ['Discount', 'Paid', 'TEST MODE', 'Page1']) expect(text).not.toContain(packed(absent));
});

test('the printed document shows every fact, in every language', async () => {
  await fc.assert(
    fc.asyncProperty(anyInvoice, async (made) => {
      const invoice = sampleInvoice(made);
      const { document } = invoice;
      const shown = withoutSpaces((await pagesOf(await maker.invoice(invoice))).join('\n'));
      const days = [document.issued, document.status.paid ?? document.due].filter((day) => day !== null);
      for (const text of [
        ...shownIn(document),
        document.number,
        ...days.flatMap(({ label, value }) => [label, value]),
      ])
        expect(shown).toContain(withoutSpaces(text));
    }),
    { numRuns: 30 },
  );
});

test('an invoice in parts asks for the part whose turn it is, and shows the whole below', async () => {
  const schedule = [
    { label: 'Deposit', due: { on: 'acceptance' as const }, day: '2026-12-05', sum: minor(5_000_000) },
    { label: 'Rest', due: { days: 30 }, day: '2027-01-04', sum: minor(7_900_081) },
  ];
  const text = packed(await printed({ facts: { schedule, dueDate: '2026-12-05' } }));
  for (const shown of [
    'Due Dec 5, 2026 Amount due ₦50,000.00',
    'Total ₦129,000.81',
    'Rest Jan 4, 2027 ₦79,000.81',
  ])
    expect(text).toContain(packed(shown));
});

test('discount, part payment, dollars and test mode are shown when they are there', async () => {
  const text = packed(
    await printed({
      facts: {
        currency: 'USD',
        discount: minor(100_000),
        amountPaid: minor(5_000_000),
        balance: minor(7_900_081),
      },
      testMode: true,
    }),
  );
  for (const shown of [
    'Discount',
    '-$1,000.00',
    'Paid',
    '-$50,000.00',
    'Balance due',
    '$79,000.81',
    'TEST MODE – no real money',
  ]) {
    expect(text).toContain(packed(shown));
  }
  expect(text).not.toContain('₦');
});

const paidFacts = {
  status: 'paid' as const,
  amountPaid: minor(12_900_081),
  balance: minor(0),
  paidAt: new Date('2026-12-08T13:05:00Z'),
};

test('a paid invoice says when it was paid, and asks for nothing', async () => {
  const text = packed(await printed({ facts: paidFacts }));
  for (const shown of ['Invoice', 'Paid on', 'Dec 8, 2026', 'Amount paid', '₦129,000.81'])
    expect(text).toContain(packed(shown));
  for (const absent of ['Amountdue', 'Balancedue', 'Scantopay', '0123456789'])
    expect(text).not.toContain(absent);
});

test('a paid invoice shows all that was taken off it beside the money', async () => {
  const taken = { credited: minor(107_502), withheld: minor(490_000), writtenOff: minor(200_000) };
  const facts = { ...paidFacts, ...taken, amountPaid: minor(12_102_579) };
  const text = packed(await printed({ facts }));
  for (const shown of [
    'Total ₦129,000.81',
    'Credit notes -₦1,075.02',
    'Withholding tax kept -₦4,900.00',
    'No longer asked for -₦2,000.00',
    'Paid ₦121,025.79',
  ])
    expect(text).toContain(packed(shown));
  expect(text).not.toContain('-₦121,025.79');
});

test.each([
  ['credited', { credited: minor(12_900_081) }],
  ['written_off', { writtenOff: minor(12_900_081) }],
] as const)('an invoice that is %s asks for nothing, nor promises a receipt', async (status, how) => {
  const text = packed(
    await printed({ facts: { status, ...how, balance: minor(0), paidAt: paidFacts.paidAt } }),
  );
  for (const shown of ['Balance due', '₦0.00', 'See it online', 'Nothing is left to pay.'])
    expect(text).toContain(packed(shown));
  for (const absent of ['Scantopay', 'Choosehowtopay', 'receipt', '0123456789'])
    expect(text).not.toContain(absent);
});

test('whoever holds the paper is told where to check it, and with which code', async () => {
  const text = packed(await printed());
  expect(text).toContain(packed('Check that it is genuine: pay.duewell.example/verify 7KQ3-MX9T-4FHW'));
});

test.each([
  'Adébáyọ̀ Ṣọlá Ọlọ́runfẹ́mi',
  'Ẹ̀bùn Ọ̀ṣun-Ẹlẹ́gbẹ́',
  'Ị̀kẹ́nna Ụ̀wakwe ị́ ị̀ ụ́ ụ̀ ṅ ñ',
  'm̀ ḿ ǹ ń M̀ Ḿ Ǹ ẹ̄ ọ̄',
  'Ɓaɗe Ƙano ƴar’Adua',
])('the name %s is read, found and copied as it is written', async (name) => {
  const text = await printed({
    facts: { title: name, customerName: name, customerEmail: 'a@b.ng' },
    lines: [{ description: name, quantity: 1_000_000, rate: minor(1), total: minor(1) }],
  });
  expect(packed(text).split(packed(name)).length - 1).toBe(3);
});

const HOSTILE = [
  '#panic("x")',
  '#(1+1)',
  '#import "x.typ"',
  '#read("/etc/passwd")',
  '#sys.inputs',
  '#let a = 1',
  '#{',
  '#}',
  '#[',
  '#',
  '##',
  '$x^2$',
  '$',
  '$$',
  '$ sum $',
  '*bold*',
  '**',
  '*',
  '_under_',
  '__',
  '_',
  '`raw`',
  '```',
  '`',
  '\\',
  '\\\\',
  '\\n',
  '\\u{41}',
  '\\#',
  '<label>',
  '<',
  '>',
  '</svg>',
  '<script>alert(1)</script>',
  '&amp;',
  '&',
  '@ref',
  '@',
  '= Heading',
  '== x',
  '- list',
  '+ enum',
  '/ term: x',
  '// comment',
  '/* comment */',
  '~',
  '--',
  '---',
  '...',
  '"quoted"',
  "it's",
  '""',
  '[content]',
  '[',
  ']',
  '{code}',
  '}',
  '(',
  ')',
  '%PDF-1.7',
  'endstream endobj',
  '{{ x }}',
  '${x}',
  '%s%n',
  "'; drop table x; --",
  'a\\/b',
  '0x41',
  '∑ ≠ ≤',
  '1e999',
];

test('no text of a user is ever read as markup or code', async () => {
  const lines = HOSTILE.map((description) => ({
    description,
    quantity: 1_000_000,
    rate: minor(100),
    total: minor(100),
  }));
  const listed = packed(await printed({ lines }));
  const expected = HOSTILE.map((text) => packed(`${text}1₦1.00₦1.00`));
  for (const line of expected) expect(listed).toContain(line);
  expect(expected.length).toBeGreaterThanOrEqual(60);
});

test.each(HOSTILE.filter((_, index) => index % 9 === 0))(
  '%s prints literally wherever a user may write it',
  async (text) => {
    const marked = `Q${text}Q`;
    const base = sampleInvoice();
    const read = packed(
      await printed({
        facts: {
          invoiceNumber: marked,
          title: marked,
          customerName: marked,
          customerEmail: marked,
          paymentTerms: marked,
          notes: marked,
          bankDetails: { bankName: marked, accountNumber: marked, accountName: marked },
        },
        business: { ...base.business, name: marked, addressLines: [marked], email: marked, phone: marked },
      }),
    );
    expect(read.split(packed(marked)).length - 1).toBe(13);
  },
);

test('controls, turned reading directions, half characters and emoji leave no trace, long words break', async () => {
  const address = `${'averylonglocalpart'.repeat(3)}@subdomain.organisation.example.africa`;
  const text = packed(
    await printed({
      facts: {
        title: 'Ca\u0000ke \u202efor\u202c \ud800Ada 🎂\u0007!',
        customerName: 'A',
        customerEmail: address,
      },
    }),
  );
  expect(text).toContain('Cakefor\ufffdAda!');
  expect(text).toContain(address);
});

test.each([0, 1, 5, 9, 14])('%i ordinary lines fit on one page with everything else', async (count) => {
  const pages = await pagesOf(
    await maker.invoice(
      sampleInvoice({
        lines: sampleItems(count),
        testMode: true,
        business: {
          ...sampleInvoice().business,
          name: 'Ọmọ́tádé Interiors, Furniture & Household Fittings Enterprises',
        },
        facts: {
          discount: minor(100),
          amountPaid: minor(100),
          customerName: 'Chukwuemeka Adébáyọ̀-Ṣóyínká Nwachukwu of Ọlọ́runfẹ́mi House',
          customerEmail: 'chukwuemeka@nwachukwu.example',
        },
      }),
    ),
  );
  expect(pages).toHaveLength(1);
});

test('300 lines run over several pages, each with the table heading, none lost', async () => {
  const pdf = await maker.invoice(sampleInvoice({ lines: sampleItems(300), testMode: true }));
  const pages = await pagesOf(pdf);
  expect(pages.length).toBeGreaterThan(6);
  pages.forEach((page, index) => {
    expect(packed(page)).toContain('ItemQtyRateTotal');
    expect(packed(page)).toContain(`Page${index + 1}of${pages.length}`);
    expect(packed(page)).toContain('TESTMODE');
  });
  const lines = pages.join('\n').match(/Tray number \d+ of small chops/g);
  expect(lines).toEqual(sampleItems(300).map((item) => item.description));
  expect(pdf.byteLength).toBeLessThanOrEqual(LARGEST);
});

test('the file is small, with embedded outline fonts, whatever the logo', async () => {
  const noise = {
    create: {
      width: 2400,
      height: 1200,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  } as const;
  const logo = new Uint8Array(await sharp(noise).png().toBuffer());
  expect(logo.byteLength).toBeGreaterThan(1_000_000);
  const pdf = await maker.invoice(sampleInvoice({ business: { ...sampleInvoice().business, logo } }));
  const source = looseObjects(pdf);
  expect(pdf.byteLength).toBeLessThanOrEqual(LARGEST);
  expect(source).toContain('/FontFile2');
  expect(source).not.toContain('/Type3');
  expect(packed((await pagesOf(pdf)).join(''))).not.toContain('OK');
});

test('a logo that is no image gives way to the initials', async () => {
  const business = { ...sampleInvoice().business, logo: new TextEncoder().encode('<svg onload="x"') };
  expect(await printed({ business })).toMatch(/^OK$/m);
});

test('whoever listens hears headings, a table with headed columns, a described picture and a link', async () => {
  const pdf = await maker.invoice(sampleInvoice());
  expect(looseObjects(pdf)).toMatch(/\/MarkInfo\s*<<\s*\/Marked true/);
  expect(looseObjects(pdf)).toMatch(/\/Lang\s*\(en-NG\)/);
  const tags = await tagsOf(pdf);
  const count = (role: string) => tags.filter((tag) => tag.role === role).length;
  expect(tags.filter(({ role }) => /^H\d$/.test(role)).map(({ role, text }) => [role, text])).toEqual([
    ['H1', 'Invoice'],
    ['H2', 'Catering for naming ceremony'],
  ]);
  expect([count('Table'), count('TH'), count('TR'), count('TD')]).toEqual([1, 4, 3, 8]);
  expect(tags.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual([
    'QR code of the link beside it',
  ]);
  expect(count('Link')).toBe(3);
  expect(tags.map(({ text }) => text).join(' ')).not.toContain('OKAFOR');
});

test('only a file laid out as the compiler lays it out is packed', async () => {
  const pdf = await maker.invoice(sampleInvoice());
  const words = new TextEncoder().encode('%PDF-1.7 nothing of the kind');
  expect(slim(words)).toBe(words);
  expect(slim(pdf)).toBe(pdf);
});

test('the QR code on the page leads to the pay link', async () => {
  const payUrl = 'https://pay.duewell.example/pay/7Kq2mX9tB4Zr8LwP?from=paper';
  const { pixels, width, height } = await drawnShapes(await maker.invoice(sampleInvoice({ payUrl })), 2);
  expect(jsQR.default(pixels, width, height)?.data).toBe(payUrl);
});

test('the same document is the same file, and each business wears its own cloth', async () => {
  const [first, again, other] = await Promise.all([
    maker.invoice(sampleInvoice()),
    maker.invoice(sampleInvoice()),
    maker.invoice(sampleInvoice({ business: { ...sampleInvoice().business, id: 'biz_another' } })),
  ]);
  expect(Buffer.compare(first, again)).toBe(0);
  expect(Buffer.compare(first, other)).not.toBe(0);
});

test('one that fails stops no other', async () => {
  const sample = sampleInvoice();
  const made = await Promise.allSettled([
    maker.invoice({
      ...sample,
      document: { ...sample.document, issued: { ...sample.document.issued, date: 'no date' } },
    }),
    maker.invoice(sampleInvoice()),
  ]);
  expect(made.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
