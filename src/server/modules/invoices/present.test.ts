import jsQr from 'jsqr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newToken } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import { presentDetail } from './present.ts';
import { textColumnsOf } from './rules/facts.ts';
import { unsettled } from './rules/invoice.ts';
import type { Invoice } from './table.ts';

const invoice: Omit<Invoice, 'public_id'> = {
  business_id: 'biz_1',
  id: 'inv_1',
  number: 'INV-0001',
  currency: 'NGN',
  customer_id: 'cus_1',
  customer_name: 'Mrs Bello',
  customer_email: 'bello@example.test',
  ...textColumnsOf({}),
  subtotal_minor: minor(100),
  discount_minor: minor(0),
  prices_include_tax: false,
  tax_bps: 0,
  tax_minor: minor(0),
  total_minor: minor(100),
  ...unsettled(minor(100)),
  issue_date: '2026-11-02',
  due_date: '2026-11-09',
  quote_id: null,
  quote_number: null,
  quote_part: null,
  quote_lines: null,
  schedule: null,
  early_bps: null,
  early_until: null,
  early_discount_minor: minor(0),
  pay_to: null,
  sent_at: null,
  deleted_at: null,
  state: 'active',
  created_at: new Date('2026-11-02T09:00:00Z'),
  revision: 1,
  changed_at: null,
};

async function read(dataUrl: string): Promise<string | undefined> {
  const svg = Buffer.from(decodeURIComponent(dataUrl.slice(dataUrl.indexOf(',') + 1)));
  const { data, info } = await sharp(svg, { density: 600 })
    .resize(300)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The library is CommonJS: under Node its function is the default of the default.
  return jsQr.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('the QR code of every invoice leads to its pay page, whatever the address', async () => {
  for (const origin of [
    'http://localhost:3000',
    'https://pay.example.test',
    `https://${'long.'.repeat(20)}example.test`,
  ]) {
    for (let i = 0; i < 20; i++) {
      const id = newToken(12);
      const { qrCode } = presentDetail(
        {
          invoice: { ...invoice, public_id: id },
          items: [],
          adjustments: [],
          taxKept: null,
          likelyTax: null,
          payments: [],
          unanswered: null,
          replaced: [],
          early: null,
          planId: null,
          businessName: 'Okafor',
          today: '2026-11-02',
        },
        origin,
      );
      expect(await read(qrCode)).toBe(`${origin}/pay/${id}`);
    }
  }
});
