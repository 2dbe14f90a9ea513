import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createTypesetter } from '#server/adapters/pdf-typst/typesetter.ts';
import { sampleInvoice } from '#server/adapters/pdf-typst/testing.ts';
import type { DocumentReader, ReadPage } from '#server/kernel/ports/index.ts';
import { isLong } from '../../../../tests/length.ts';
import { createDocumentReader } from './index.ts';
import { createPictureDrawer } from './picture-drawer.ts';
import { PAGE_SIZE, pagePdf, pdfOf, readWords, samplePage, stream } from './testing.ts';

const problems: string[] = [];
const reader = createDocumentReader({ onProblem: (problem) => problems.push(problem) });
const drawer = createPictureDrawer();
const JPEG = { format: 'jpeg', side: 4000, quality: 90, flat: false } as const;
afterAll(() => Promise.all([reader.close(), drawer.close()]));

const TURN = { subject: 'biz_1' };
const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());
const read = (bytes: Uint8Array, by: DocumentReader = reader) => readWords(by, bytes, TURN);
const textOf = (pages: ReadPage[], at = 0) =>
  pages
    .flatMap(({ readings }) => readings[at]?.lines ?? [])
    .map(({ words }) => words.map(({ text }) => text).join(' '))
    .join('\n');
const everything = (pages: ReadPage[]) => `${textOf(pages)}\n${textOf(pages, 1)}`;

async function pagesOf(bytes: Uint8Array): Promise<ReadPage[]> {
  const answer = await read(bytes);
  if (!answer.ok) throw new Error(`${answer.reason} ${problems.join()}`);
  return answer.made.pages;
}

const SHADOW = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE_SIZE.width}" height="${PAGE_SIZE.height}"><defs>
    <linearGradient id="s" x2="1" y2="1"><stop offset=".4" stop-color="#eee"/><stop offset=".6" stop-color="#555"/>
    </linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/></svg>`,
);
const onTable = { background: '#5a4634' };
const otherPositions: [string, (page: Sharp) => Sharp][] = [
  ['as it is', (page) => page.png()],
  ['on its right side', (page) => page.rotate(90).png()],
  ['on its head', (page) => page.rotate(180).webp({ quality: 80 })],
  ['on its left side', (page) => page.rotate(270).jpeg()],
  ['half in the shade', (page) => page.composite([{ input: SHADOW, blend: 'multiply' }]).jpeg()],
];

describe('a picture', () => {
  // Reading one takes seconds of both cores.
  test.each<[string, (page: Sharp) => Sharp]>([
    ['turned by its camera', (page) => page.rotate(90).withMetadata({ orientation: 8 }).jpeg()],
    ['askew', (page) => page.rotate(-11, onTable).jpeg()],
    ...(isLong ? otherPositions : []),
  ])('%s is read from top to bottom', async (_about, turned) => {
    const [page] = await pagesOf(await bytesOf(turned(await samplePage())));
    const lines = textOf(page ? [page] : []).split('\n');
    expect(lines.map((line) => line.replaceAll(' ', ''))).toEqual([
      'ADAEZEFOODSLTD',
      expect.stringMatching(/^InvoiceNo\.INV-0042$/),
      'Date:14/03/2026',
      'Billto:ChukwudiStores',
      expect.stringMatching(/^Friedplantain,6trays13,500\.00$/),
      expect.stringMatching(/^TotaldueN?162,862\.50$/),
    ]);
    for (const { x, y, width, height } of page?.readings[0]?.lines.flatMap(({ words }) => words) ?? []) {
      expect(x + width / 2).toBeLessThan(page?.width ?? 0);
      expect(y + height / 2).toBeLessThan(page?.height ?? 0);
      expect(Math.min(x + width / 2, y + height / 2)).toBeGreaterThan(0);
    }
  });

  test('of a phone (HEIC) is read, and becomes a JPEG', async () => {
    const photo = new Uint8Array(readFileSync(new URL('./photo.heic', import.meta.url)));
    expect(textOf(await pagesOf(photo))).toMatch(/Bright Star.*\n.*14\/03\/2026\n.*45,250\.00/);
    const jpeg = await drawer.draw(photo, JPEG, TURN);
    expect(jpeg.ok && (await sharp(jpeg.bytes).metadata())).toMatchObject({ format: 'jpeg', width: 640 });
    expect(await drawer.draw(photo.slice(0, 900), JPEG, TURN)).toMatchObject({
      ok: false,
      reason: 'damaged',
    });
  });

  test('has the signs of money that the alphabet lacks, and no others', async () => {
    const lines = [
      'Chairs £1,250.00',
      'Doors €820.75',
      'Total ₦45,000.50',
      'Tables 9,500.00',
      'Order #4512 No. 56',
    ];
    const [page] = await pagesOf(await bytesOf((await samplePage(lines)).jpeg()));
    const words = textOf(page ? [page] : []).replaceAll(' ', '');
    expect(words).toBe('Chairs1,250.00\nDoors€820.75\nTotal₦45,000.50\nTables9,500.00\nOrder#4512No.56');
  });

  test('without writing has no words', async () => {
    const sky = sharp({ create: { width: 800, height: 600, channels: 3, background: '#88aadd' } });
    expect(textOf(await pagesOf(await bytesOf(sky.jpeg())))).toBe('');
  });
});

describe('a PDF', () => {
  test('of ours gives its own text, checked by what is seen', async () => {
    const [page] = await pagesOf(await createTypesetter().invoice(sampleInvoice()));
    expect(page?.readings.map(({ source }) => source)).toEqual(['layer', 'seen']);
    const text = page ? textOf([page]) : '';
    for (const known of ['INV-0042', 'Okafor Kitchen & Events', 'Mrs Bello', '120,000.75'])
      expect(text).toContain(known);
  });

  test('gives nothing that nobody sees', async () => {
    const shown = 'BT /F 24 Tf 60 300 Td (Total due 45,250.00) Tj 0 -40 Td (Thank you) Tj ET';
    const hidden = [
      '1 1 1 rg BT /F 24 Tf 60 200 Td (White 99,111.00) Tj ET 0 g',
      'BT /F 1 Tf 60 180 Td (Tiny 99,222.00) Tj ET',
      'BT /F 24 Tf 60 -80 Td (Off 99,333.00) Tj ET',
      'BT 3 Tr /F 24 Tf 60 150 Td (Unpainted 99,444.00) Tj ET BT 0 Tr ET',
      'BT /F 24 Tf 60 100 Td (Under 99,555.00) Tj ET 0.8 g 40 90 400 40 re f 0 g',
      'BT 3 Tr /F 24 Tf 60 300 Td (Total due 99,666.00) Tj ET BT 0 Tr ET',
    ];
    const pages = await pagesOf(pagePdf([...hidden.slice(0, 4), shown, ...hidden.slice(4)].join('\n')));
    expect(textOf(pages)).toContain('45,250.00');
    expect(everything(pages)).not.toMatch(/99|White|Tiny|Off|Unpainted|Under/);
  });

  test('that is only a picture is read like one', async () => {
    const jpeg = await bytesOf((await samplePage()).grayscale().jpeg({ quality: 80 }));
    const image = stream(
      Buffer.from(jpeg).toString('hex'),
      `/Type /XObject /Subtype /Image /Width ${PAGE_SIZE.width} /Height ${PAGE_SIZE.height} /ColorSpace /DeviceGray
       /BitsPerComponent 8 /Filter [/ASCIIHexDecode /DCTDecode]`,
    );
    const pages = await pagesOf(pagePdf('600 0 0 373 0 20 cm /I Do', '/XObject << /I 5 0 R >>', [image]));
    expect(pages[0]?.readings[0]?.source).toBe('seen');
    expect(textOf(pages)).toContain('162,862.50');
  });

  test('of a thousand pages is read for ten', async () => {
    const kids = Array.from({ length: 1000 }, (_, at) => `${at + 3} 0 R`).join(' ');
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>';
    const long = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count 1000 >>`,
      ...Array.from({ length: 1000 }, () => page),
    ]);
    const answer = await read(long);
    expect(answer.ok && [answer.made.pages.length, answer.made.pagesLeftOut]).toEqual([10, 990]);
  });
});

test('what cannot be read is told apart', async () => {
  const jpeg = await bytesOf((await samplePage()).jpeg());
  const huge = Buffer.from(await bytesOf((await samplePage()).png()));
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  const text = (content: string) => new TextEncoder().encode(content);
  const locked =
    '/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <' +
    `${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`;
  const table: [string, Uint8Array, string][] = [
    ['nothing', new Uint8Array(), 'empty'],
    ['16 MB', new Uint8Array(16 * 1024 * 1024), 'too_large'],
    ['an archive', text('PK\u0003\u0004 invoice.pdf'), 'not_a_document'],
    ['a page of the web', text('<!doctype html><p>Total 5</p>'), 'not_a_document'],
    ['half a picture', jpeg.slice(0, 4000), 'damaged'],
    ['a picture in name', text('\u0089PNG\r\n\u001a\n nothing'), 'not_a_document'],
    ['20,000 × 20,000 pixels', huge, 'too_large'],
    ['the head of a PDF', text('%PDF-1.7\n1 0 obj\n<<'), 'damaged'],
    [
      'a PDF without pages',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
      'empty',
    ],
    [
      'a locked PDF',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'], locked),
      'encrypted',
    ],
  ];
  for (const [about, bytes, reason] of table)
    expect(await read(bytes), about).toEqual({ ok: false, reason, retry: false });
});

/** Ten forms that each draw the one before ten times: small to send, never done. */
function endless(): Uint8Array {
  const forms = Array.from({ length: 10 }, (_, at) =>
    stream(
      at === 0 ? '0 0 m 9 9 l S' : '/X Do '.repeat(10),
      `/Type /XObject /Subtype /Form /BBox [0 0 600 400] /Resources << /XObject << /X ${at + 4} 0 R >> >>`,
    ),
  );
  return pagePdf('/X Do', `/XObject << /X ${forms.length + 4} 0 R >>`, forms);
}

/** The processes of readers started here. */
const childrenHere = () =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').trim().split(/\s+/))
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('workers/process.ts'))
    .map(Number);

/** Processor time a process has used, in hundredths of a second. */
const processorTicks = (pid: number): number => {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11) ?? [];
  return Number(user) + Number(system);
};

describe('the process', () => {
  test('that never ends is ended', async () => {
    const impatient = createDocumentReader({ timeoutMs: 1_500 });
    expect(await read(endless(), impatient)).toEqual({ ok: false, reason: 'timeout', retry: true });
    await impatient.close();
    expect(await read(pagePdf(''), impatient)).toMatchObject({ reason: 'busy' });
  });

  test('is ended when nobody waits any more; the next document is read', async () => {
    const small = createDocumentReader({ queue: 1 });
    const gone = new AbortController();
    const abandoned = readWords(small, endless(), { ...TURN, signal: gone.signal });
    const waiting = read(pagePdf(''), small);
    expect(await read(pagePdf(''), small)).toEqual({ ok: false, reason: 'busy', retry: true });
    gone.abort();
    expect(await abandoned).toMatchObject({ ok: false, reason: 'timeout' });
    expect((await waiting).ok).toBe(true);
    await small.close();
  });

  test.skipIf(process.platform !== 'linux')('has no settings, and when killed is started anew', async () => {
    const bytes = await bytesOf((await samplePage()).png());
    const [first, second] = [read(bytes), read(pagePdf(''))];
    const [pid = 0] = childrenHere();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/PATH|HOME|KEY|URL/);
    // In the midst of it: some of the processor has been used.
    await vi.waitUntil(() => processorTicks(pid) >= 15, { timeout: 60_000, interval: 5 });
    process.kill(pid, 'SIGKILL');
    expect([(await first).ok, (await second).ok]).toEqual([true, true]);
    expect(childrenHere()).not.toContain(pid);
  });

  test('reaches nobody', () => {
    const script = `const { refuseNetwork } = await import('../../workers/no-network.ts'); refuseNetwork();
      const net = await import('node:net'), http = await import('node:http'), dgram = await import('node:dgram');
      for (const go of [() => fetch('http://127.0.0.1/'), () => net.connect(1), () => http.get('http://127.0.0.1/'),
        () => dgram.createSocket('udp4').send('x', 1, '127.0.0.1')])
        try { go(); console.log('went'); } catch (error) { console.log(error.message); }
      process.exit();`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: new URL('.', import.meta.url),
      encoding: 'utf8',
    });
    expect(output.trim().split('\n')).toEqual(
      Array.from({ length: 4 }, () => 'A worker process has no network'),
    );
  });
});
