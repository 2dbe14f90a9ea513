import { describe, expect, test, vi } from 'vitest';
import type { Outcome } from '#contract/assistant.ts';
import { blankTexts } from '#core/invoice/testing.ts';
import { minor, ZERO } from '#core/money.ts';
import { challengeOf } from '#server/modules/identity/rules/extension.ts';
import { readAddress } from './lib/address.ts';
import { codeIn, newProofKey } from './lib/proof-key.ts';

vi.stubGlobal('chrome', { storage: { local: {}, session: { set: async () => {} } } });
const { toTextCapture: quoteOf } = await import('./lib/capture-store.ts');
const {
  badgeText: badgeOf,
  paymentsAfter: newsAfter,
  receivedText: receivedWords,
} = await import('./lib/payment-alerts.ts');
const { dueText: dueWords, readUnpaid: unpaidOf, sortUnpaid: inOrder } = await import('./lib/unpaid.ts');
const { proposalIdIn: proposalIn, toProposal: proposedBy } = await import('./review/read-capture.ts');

describe('connecting', () => {
  test('shows a challenge the service can check', async () => {
    const { verifier, challenge } = await newProofKey();
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(challenge).toBe(challengeOf(verifier));
    expect((await newProofKey()).verifier).not.toBe(verifier);
    // The example of RFC 7636.
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  const request = { redirectUri: 'https://ours.chromiumapp.org/connected', state: 'right' };
  test.each([
    [`${request.redirectUri}?code=abc&state=right`, 'abc'],
    [`${request.redirectUri}?code=abc&state=wrong`, null],
    [`${request.redirectUri}?error=access_denied&state=right`, null],
    ['https://ours.chromiumapp.org/other?code=abc&state=right', null],
    ['https://evil.example/connected?code=abc&state=right', null],
    [undefined, null],
  ])('%s gives the code %s', (redirectedTo, code) => {
    expect(codeIn(redirectedTo, request)).toBe(code);
  });

  test.each([
    ['https://app.duewell.example', 'https://app.duewell.example'],
    [' app.duewell.example/dashboard ', 'https://app.duewell.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://app.duewell.example', null],
    ['http://localhost.evil.example', null],
    ['https://user:secret@app.duewell.example', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('the address %s is read as %s', (typed, read) => {
    expect(readAddress(typed)).toBe(read);
  });
});

describe('what was chosen', () => {
  test.each([
    ['  2 gowns \r\n at 5k ', { kind: 'text', text: '2 gowns \n at 5k', cut: false }],
    ['a\u0000b\ud800', { kind: 'text', text: 'ab\ufffd', cut: false }],
    ['x'.repeat(4001), { kind: 'text', text: 'x'.repeat(4000), cut: true }],
    [' \n ', { kind: 'unread', reason: 'text' }],
  ])('%j is sent as a message holds it', (selected, chosen) => {
    expect(quoteOf(selected)).toEqual(chosen);
  });

  const draft = {
    customerName: 'Ada',
    customerEmail: null,
    customerPhone: null,
    currency: 'NGN',
    items: [],
    taxRate: 0,
    discount: null,
    dueDate: null,
    total: null,
  } as const;
  const answer = (outcome: Partial<Outcome>) => ({
    id: 'msg_1',
    _id: 'msg_1',
    message: '',
    role: 'assistant' as const,
    timestamp: new Date(0),
    outcome: {
      intent: 'create_invoice',
      draft: { ...draft, items: [{ description: 'Gown', quantity: 1, rate: 5000 }] },
      filters: null,
      customer: null,
      asks: null,
      refused: null,
      does: null,
      proposalId: 'prp_1',
      ...outcome,
    } as Outcome,
  });

  test('offers an invoice as it was proposed', () => {
    expect(proposedBy(answer({}), 'NGN')).toMatchObject({ isEmpty: false, outcome: { proposalId: 'prp_1' } });
  });

  test('takes a name for nobody where nothing is sold', () => {
    const found = proposedBy(answer({ draft: { ...draft, items: [] }, proposalId: null }), 'NGN');
    expect([found.isEmpty, found.draft.customerName]).toEqual([true, null]);
  });

  test.each(['send_invoice', 'delete_invoice', 'add_customer', 'confirm', 'edit_draft', 'withdraw'] as const)(
    'offers nothing that can be pressed for %s',
    (intent) => {
      const { isEmpty, outcome, draft: shown } = proposedBy(answer({ intent }), 'USD');
      expect({ isEmpty, proposalId: outcome.proposalId, name: shown.customerName }).toEqual({
        isEmpty: true,
        proposalId: null,
        name: null,
      });
      if (intent !== 'edit_draft') expect(proposalIn(answer({ intent }))).toBeNull();
    },
  );
});

describe('what is shown', () => {
  const today = '2026-11-22';
  test.each([
    ['2026-11-12', '10 days overdue'],
    ['2026-11-21', '1 day overdue'],
    ['2026-11-22', 'Due today'],
    ['2026-11-23', 'Due tomorrow'],
    ['2026-12-06', 'Due in 14 days'],
    ['2026-12-07', 'Due Dec 7, 2026'],
  ])('an invoice of %s is said to be %s', (dueDate, text) => {
    expect(dueWords(dueDate, today)).toBe(text);
  });

  test('what is overdue comes first, and the newest first', () => {
    const one = (dueDate: string, createdAt: number) => ({ dueDate, createdAt: new Date(createdAt) });
    const [overdueOld, overdueNew, dueSoon, dueToday] = [
      one('2026-11-01', 1),
      one('2026-11-20', 2),
      one('2026-12-01', 3),
      one('2026-11-22', 4),
    ];
    expect(inOrder([overdueOld, dueSoon, overdueNew, dueToday], today)).toEqual([
      overdueNew,
      overdueOld,
      dueToday,
      dueSoon,
    ]);
  });

  test('all that is owed is read once, the part paid too; those due for long are not pushed out by newer ones', async () => {
    const one = (number: number, dueDate: string, displayStatus: 'sent' | 'part_paid' | 'overdue') => ({
      id: `inv_${number}`,
      _id: `inv_${number}`,
      invoiceNumber: `INV-${number}`,
      ...blankTexts,
      customerId: 'cus_1',
      customerName: 'Ada',
      customerEmail: 'ada@example.com',
      currency: 'NGN' as const,
      totalAmount: minor(1000),
      amountPaid: minor(displayStatus === 'part_paid' ? 400 : 0),
      balance: minor(displayStatus === 'part_paid' ? 600 : 1000),
      status: displayStatus === 'part_paid' ? ('sent' as const) : displayStatus,
      displayStatus,
      credited: ZERO,
      withheld: ZERO,
      writtenOff: ZERO,
      earlyTerms: null,
      earlyDiscount: ZERO,
      date: '2026-11-02',
      dueDate,
      createdAt: new Date(number),
    });
    const overdue = one(1, '2026-11-01', 'overdue');
    const partPaid = one(40, '2026-12-01', 'part_paid');
    const newest = [partPaid, ...Array.from({ length: 30 }, (_, at) => one(39 - at, '2026-12-01', 'sent'))];
    const all = [...newest, overdue];
    const of = {
      due: [overdue],
      sent: newest.filter(({ displayStatus }) => displayStatus === 'sent'),
      unpaid: all,
    };
    const read = async (list: typeof all) => {
      const call = async (
        _: unknown,
        {
          params,
          query,
        }: { params: { currency: string }; query: { status: keyof typeof of; limit: number } },
      ) => ({
        data:
          params.currency === 'NGN'
            ? of[query.status].filter((row) => list.includes(row)).slice(0, query.limit)
            : [],
      });
      return (await unpaidOf({ call } as never, 'usr_1', today)).map(({ id }) => id);
    };
    expect(await read([partPaid, overdue])).toEqual(['inv_1', 'inv_40']);
    const shown = await read(all);
    expect([shown.length, shown.slice(0, 2)]).toEqual([30, ['inv_1', 'inv_40']]);
  });

  const activity = (id: string, activityType: 'payment_completed' | 'invoice_paid') => ({
    id,
    _id: id,
    activityType,
    description: 'Paid',
    status: 'success' as const,
    createdAt: new Date(0),
    metadata: { customerName: 'Ada', amount: minor(4_500_000), currency: 'NGN' as const },
  });
  const latest = [
    activity('act_3', 'payment_completed'),
    activity('act_2', 'invoice_paid'),
    activity('act_1', 'payment_completed'),
  ];

  test.each([
    [null, []],
    ['act_0', ['act_3', 'act_1']],
    ['act_1', ['act_3']],
    ['act_3', []],
  ])('after %s the payments %j are new', (seen, ids) => {
    const { newest, received } = newsAfter(seen, latest);
    expect([newest, received.map(({ id }) => id)]).toEqual(['act_3', ids]);
  });

  test('the button carries a number of one figure', () => {
    expect([0, 1, 9, 10].map(badgeOf)).toEqual(['', '1', '9', '9+']);
    expect(latest.slice(0, 1).map(receivedWords)).toEqual(['₦45,000.00 from Ada']);
  });
});
