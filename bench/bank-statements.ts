import { matchLines } from '#core/bank-statement/matching/match.ts';
import type { IncomingLine, OpenInvoice } from '#core/bank-statement/matching/model.ts';
import { minor } from '#core/money.ts';
import { taxesOn } from '#core/withholding.ts';
import { median, ms, type Row, rowWithin, timed } from './measure.ts';

const LINES = 5_000;
const INVOICES = 2_000;
const CUSTOMERS = 300;
const AIM_MS = 2_000;

const nameOf = (at: number) => `CUSTOMER${at % CUSTOMERS} FAMILY${at % 40} STORES`;
const invoices = Array.from({ length: INVOICES }, (_, at): OpenInvoice => {
  const amount = minor(((at * 7919) % 997) * 500_00 + 500_00);
  return {
    id: `i${at}`,
    number: `INV-${String(at).padStart(4, '0')}`,
    issuedOn: '2026-01-13',
    code: `K7P${at}-M9XR`,
    references: [],
    customerId: `c${at % CUSTOMERS}`,
    customerName: nameOf(at),
    outstanding: amount,
    asked: amount,
    taxes: taxesOn(amount, '2026-01-13', { hasTaxId: true, usualKind: null }),
    claims: [],
  };
});
const lines = Array.from({ length: LINES }, (_, at): IncomingLine => {
  const number = at % 3 === 0 ? `INV-${String(at % INVOICES).padStart(4, '0')}` : '';
  return {
    id: `l${at}`,
    day: '2026-01-20',
    amount: minor(((at * 31) % 997) * 500_00 + 500_00),
    narration: `NIP/TRF FROM ${nameOf(at * 13)}/${number}/${at * 104_729}`,
    payer: '',
    reference: '',
  };
});

/** Matching the largest statement with very many open invoices. */
export async function measureMatching(rounds: number): Promise<Row[]> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++)
    took.push(await timed(async () => matchLines(lines, invoices)));
  return [rowWithin('bank statement: 5,000 lines, 2,000 open invoices', median(took), AIM_MS, ms)];
}
