import { deflateSync } from 'node:zlib';
import { pagePdf, pdfOf, stream } from '#server/adapters/documents/testing.ts';
import { bytes, joined, MARK } from './images.ts';

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = (more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents 4 0 R ${more} >>`;
const withAction = (action: string): Uint8Array =>
  pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${action} /AA << /O ${action} >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    onePage(),
    stream('BT ET'),
  ]);

/** A stream that unpacks to `megabytes`, packed `times` over. */
function bomb(megabytes: number, times: number): Uint8Array {
  let content = deflateSync(Buffer.alloc(megabytes * 1_000_000, 32), { level: 9 });
  for (let turn = 1; turn < times; turn++) content = deflateSync(content, { level: 9 });
  const filters = Array(times).fill('/FlateDecode').join(' ');
  const head = pdfOf([CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', onePage()]);
  const packed = `4 0 obj\n<< /Length ${content.length} /Filter [${filters}] >>\nstream\n`;
  return joined(head, packed, content, '\nendstream\nendobj\n');
}

const validPdf = pagePdf('BT /F 20 Tf 20 200 Td (Invoice) Tj ET');
const text = Buffer.from(validPdf).toString('latin1');
const GLYPHS = '[1 2 3 4 5 (1\\); globalThis.process.exit\\(7)]';

/** PDFs made to crash or exploit whoever opens them. */
export const maliciousPdfs = (real: boolean): [string, Uint8Array][] => [
  ['cut after its head', bytes('%PDF-1.7\n')],
  ['cut in a tenth', validPdf.slice(0, validPdf.length / 10)],
  ['cut in half', validPdf.slice(0, validPdf.length / 2)],
  ['cut before its end', validPdf.slice(0, -8)],
  ['without its table', bytes(text.replace(/xref[\s\S]*/, ''))],
  ['whose table leads to itself', bytes(text.replace('/Root', `/Prev ${text.indexOf('xref\n0')} /Root`))],
  ['pages in a circle', pdfOf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'])],
  [
    'pages in a wider circle',
    pdfOf([
      CATALOGUE,
      '<< /Type /Pages /Kids [3 0 R] /Count 9 >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 9 /Parent 2 0 R >>',
    ]),
  ],
  [
    'a length that is itself',
    pdfOf([
      CATALOGUE,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      onePage(),
      '<< /Length 4 0 R >>\nstream\nx\nendstream',
    ]),
  ],
  [
    'a million pages declared',
    pdfOf([CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>', onePage(), stream('')]),
  ],
  ['no page', pdfOf([CATALOGUE, '<< /Type /Pages /Kids [] /Count 0 >>'])],
  [
    'a page as large as a country',
    pdfOf([
      CATALOGUE,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e9 1e9] /Contents 4 0 R >>',
      stream(''),
    ]),
  ],
  [
    'arrays in arrays',
    pdfOf([CATALOGUE, `<< /Type /Pages /Kids ${'['.repeat(60_000)}${']'.repeat(60_000)} /Count 1 >>`]),
  ],
  [
    'a form that draws itself',
    pagePdf('/X Do', '/XObject << /X 5 0 R >>', [
      stream(
        '/X Do',
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
      ),
    ]),
  ],
  [
    'an image of 65,535 by 65,535',
    pagePdf('/X Do', '/XObject << /X 5 0 R >>', [
      stream(
        'x',
        '/Type /XObject /Subtype /Image /Width 65535 /Height 65535 /ColorSpace /DeviceRGB /BitsPerComponent 8',
      ),
    ]),
  ],
  [
    'a password',
    pdfOf(
      [
        CATALOGUE,
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        onePage(),
        stream('x'),
        `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
      ],
      '/Encrypt 5 0 R /ID [<41> <41>]',
    ),
  ],
  ['code at its opening', withAction(`<< /S /JavaScript /JS (app.alert\\('${MARK}'\\)) >>`)],
  ['a program at its opening', withAction('<< /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) >> >>')],
  ['an address at its opening', withAction('<< /S /URI /URI (http://127.0.0.1:1/x) >>')],
  [
    'a form sent at its opening',
    withAction('<< /S /SubmitForm /F << /FS /URL /F (http://127.0.0.1:1/x) >> >>'),
  ],
  ['a file from this machine', withAction('<< /S /GoToR /F (/etc/passwd) >>')],
  [
    'code in the shape of a font',
    pagePdf(
      'BT /G 20 Tf 20 200 Td (a) Tj ET',
      `/Font << /G << /Type /Font /Subtype /Type1 /BaseFont /X /FontMatrix ${GLYPHS} >> >>`,
    ),
  ],
  ['a stream that unpacks to a thousand times', bomb(real ? 64 : 2, 1)],
  ['a stream packed three times over', bomb(real ? 96 : 2, 3)],
  ['a million drawings', pagePdf('0 0 m 600 400 l S '.repeat(60_000))],
  ['brackets without end', pagePdf(`${'<< /A '.repeat(20_000)}`)],
  ['and a web page', joined(validPdf, `<script>alert('${MARK}')</script>`)],
  ['inside a web page', joined(`<html><script>alert('${MARK}')</script>\n`, validPdf)],
  ['and a ZIP', joined(validPdf, 'PK\x05\x06', Buffer.alloc(18))],
  [
    'an outline in a circle',
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R >>',
      '<< /Type /Pages /Kids [] /Count 0 >>',
      '<< /First 3 0 R /Last 3 0 R /Next 3 0 R >>',
    ]),
  ],
];
