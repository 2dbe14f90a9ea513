import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { Withholding } from './api.ts';
import { reportOf } from './report.ts';

const record = (more: Partial<Withholding>): Withholding => ({
  id: 'wht_1',
  _id: 'wht_1',
  invoiceId: 'inv_1',
  invoiceNumber: 'INV-0001',
  customerName: 'Zenith Foods Ltd',
  currency: 'NGN',
  kind: 'professional',
  rate: 500,
  gross: minor(1_075_000_00),
  base: minor(1_000_000_00),
  amount: minor(50_000_00),
  state: 'pending',
  declaredBy: 'owner',
  keptAt: new Date(0),
  certificate: null,
  taxYear: 2026,
  createdAt: new Date(0),
  ...more,
});

test('kept tax is listed by customer and year, each with its total', () => {
  const certificate = { number: 'A-1', day: '2026-02-03', amount: minor(50_000_00), file: null };
  const lines = reportOf([
    record({ state: 'used', certificate }),
    record({ customerName: '=Acme', taxYear: 2025, amount: minor(1_05) }),
    record({ invoiceNumber: 'INV-0002', amount: minor(25), state: 'refused' }),
    record({ invoiceNumber: 'INV-0003', state: 'declared' }),
    record({ invoiceNumber: 'INV-0004', state: 'withdrawn' }),
  ]).split('\r\n');
  expect(lines).toEqual([
    '\uFEFFCustomer,Year,Invoice,Currency,Invoice total,Before VAT,Rate %,Tax kept,Certificate,Date on it,Amount on it,State',
    "'=Acme,2025,INV-0001,NGN,1075000.00,1000000.00,5,1.05,,,,Ask for the certificate",
    "'=Acme,2025,Total,NGN,1075000.00,1000000.00,,1.05,,,,",
    'Zenith Foods Ltd,2026,INV-0001,NGN,1075000.00,1000000.00,5,50000.00,A-1,2026-02-03,50000.00,Used for 2026',
    'Zenith Foods Ltd,2026,INV-0002,NGN,1075000.00,1000000.00,5,0.25,,,,"No certificate, owed again"',
    'Zenith Foods Ltd,2026,Total,NGN,1075000.00,1000000.00,,50000.00,,,,',
    '',
  ]);
});
