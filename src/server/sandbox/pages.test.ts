import { describe, expect, test } from 'vitest';
import { testCards } from './cards.ts';
import { request, stage } from './testing.ts';

const on = stage();

const get = (path: string) => on.sandbox.pages.request(path.replace('http://pay.test/sandbox', ''));
const post = (path: string, fields: Record<string, string>) =>
  on.sandbox.pages.request(path.replace('http://pay.test/sandbox', '').replace(/^\/sandbox/, ''), {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
const payments = async (reference: string) => {
  const listed = await on.sandbox.listPayments(reference);
  return listed.ok ? listed.payments : [];
};
const good = { expiry: '12 / 40', cvv: '123' };

describe('the checkout page', () => {
  test('says that it is a test, and lists every card', async () => {
    const page = await (await get((await on.opened()).checkoutUrl)).text();
    expect(page).toContain('TEST MODE');
    expect(page).not.toMatch(/<script| style=| on[a-z]+=/);
    for (const card of testCards) expect(page).toContain(card.title);
  });

  const outcomes: [string, { status: string; amount?: number; currency?: string }][] = [
    ['success', { status: 'completed', amount: 1_500_000 }],
    ['declined', { status: 'failed' }],
    ['funds', { status: 'failed' }],
    ['otp', { status: 'pending' }],
    ['slow', { status: 'pending' }],
    ['slow-failure', { status: 'pending' }],
    ['duplicate', { status: 'completed' }],
    ['silent', { status: 'completed' }],
    ['amount', { status: 'completed', amount: 750_000 }],
    ['currency', { status: 'completed', currency: 'USD' }],
    ['refund', { status: 'completed' }],
    ...['kept-funds', 'kept-stolen', 'kept-declined', 'kept-lost'].map(
      (key): [string, { status: string }] => [key, { status: 'completed' }],
    ),
  ];
  test.each(outcomes)('the card %s does as it says', async (key, expected) => {
    const { checkoutUrl, reference } = await on.opened();
    const number = testCards.find((card) => card.key === key)?.number ?? '';
    const answer = await post(`${checkoutUrl}/card`, { number, ...good, attempt: 'a1' });
    expect(answer.status).toBe(303);
    const [paid] = await payments(reference);
    expect(paid).toMatchObject(expected);
    const result = await get(`/checkout${answer.headers.get('location')?.split('/checkout')[1]}`);
    const back = `http://pay.test/pay/abc?reference=${reference}&transactionId=${paid?.transactionId}`;
    expect(result.headers.get('location')).toBe(expected.status === 'completed' ? back : null);
    for (const wait of [15_000, 200, 200]) {
      on.pass(wait);
      await on.sandbox.tick();
    }
    const notices: Record<string, number> = {
      success: 1,
      declined: 1,
      funds: 1,
      slow: 1,
      'slow-failure': 1,
      duplicate: 3,
      amount: 1,
      currency: 1,
      refund: 2,
      'kept-funds': 1,
      'kept-stolen': 1,
      'kept-declined': 1,
      'kept-lost': 1,
    };
    expect(on.inbox).toHaveLength(notices[key] ?? 0);
  });

  test('every test card has its outcome above', () => {
    expect(outcomes.map(([key]) => key)).toEqual(testCards.map((card) => card.key));
  });

  test.each([
    ['a real-looking number', { number: '4111 1111 1111 1111', ...good }, 'not one of the test cards'],
    ['no number', { number: '', ...good }, 'Type a test card number'],
    ['a past expiry', { number: '9000000000000001', expiry: '10/26', cvv: '123' }, 'This date has passed'],
    ['a bad expiry', { number: '9000000000000001', expiry: '13/30', cvv: '123' }, 'Type month and year'],
    ['no CVV', { number: '9000000000000001', expiry: '11/26', cvv: '' }, 'Type 3 digits'],
  ])('%s is refused beside its field and charges nothing', async (_, fields, words) => {
    const { checkoutUrl, reference } = await on.opened();
    const answer = await post(`${checkoutUrl}/card`, fields);
    const page = await answer.text();
    expect(answer.status).toBe(422);
    expect(page).toContain(words);
    expect(page).not.toContain('4111');
    expect(await payments(reference)).toEqual([]);
  });

  test('a code that is right pays, and the third wrong one ends it', async () => {
    const enter = async (codes: string[]) => {
      const { checkoutUrl, reference } = await on.opened();
      await post(`${checkoutUrl}/card`, { number: '9000000000000035', ...good });
      const [pending] = await payments(reference);
      for (const code of codes) await post(`${checkoutUrl}/result/${pending?.transactionId}`, { code });
      return (await payments(reference)).map((payment) => payment.status);
    };
    expect(await enter(['1', '2', '123456'])).toEqual(['completed']);
    expect(await enter(['1', '2', '3', '123456'])).toEqual(['failed']);
  });

  test.each([
    [{ sent: 'exact' }, 1_500_000],
    [{ sent: 'less' }, 750_000],
    [{ sent: 'more' }, 1_650_000],
    [{ sent: 'exact', amount: '5,000.50' }, 500_050],
  ])('a transfer of %j sends %i', async (fields, amount) => {
    const { checkoutUrl, reference } = await on.opened();
    await post(`${checkoutUrl}/bank_transfer`, fields);
    expect(await payments(reference)).toMatchObject([
      { amount, status: 'completed', method: 'bank_transfer' },
    ]);
  });

  test('a form sent twice, and a card on a paid page, charge once', async () => {
    const { checkoutUrl, reference } = await on.opened();
    await Promise.all(
      [1, 2].map(() => post(`${checkoutUrl}/wallet`, { outcome: 'approve', attempt: 'same' })),
    );
    await post(`${checkoutUrl}/card`, { number: '9000000000000001', ...good, attempt: 'other' });
    expect(await payments(reference)).toHaveLength(1);
  });

  test('a stranger to a checkout cannot see its payment through another', async () => {
    const [mine, other] = [await on.opened(), await on.opened()];
    await post(`${mine.checkoutUrl}/wallet`, { outcome: 'decline' });
    const [paid] = await payments(mine.reference);
    expect((await get(`${mine.checkoutUrl}/result/${paid?.transactionId}`)).status).toBe(200);
    expect((await get(`${other.checkoutUrl}/result/${paid?.transactionId}`)).status).toBe(404);
    expect((await get('/checkout/nothing')).status).toBe(404);
  });

  test('names and descriptions cannot become markup', async () => {
    const answer = await on.sandbox.startCheckout({
      ...request(),
      description: '<img src=x>',
      businessName: '"><script>',
    });
    const page = await (await get(answer.ok ? answer.checkout.checkoutUrl : '')).text();
    expect(page).toContain('&lt;img src=x&gt;');
    expect(page).not.toMatch(/<script|<img/);
  });
});

describe('the control panel', () => {
  test.each(['/', '/payments', '/refunds', '/payouts', '/notices', '/settings'])(
    '%s answers, marked as a test',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('TEST MODE');
    },
  );

  test('pays, gives back in parts, and tells of each', async () => {
    const { account, reference } = await on.opened();
    expect(
      (await post('/pay', { account: account?.accountNumber ?? '', amount: '1000', when: '0' })).status,
    ).toBe(303);
    const [paid] = await payments(reference);
    const giveBack = (amount: string) => post(`/payments/${paid?.transactionId}/give-back`, { amount });
    const redirectAfter = async (amount: string) => (await giveBack(amount)).headers.get('location');
    expect(await redirectAfter('400')).toBe('/sandbox/payments?told=returned');
    expect(await payments(reference)).toMatchObject([{ status: 'completed', refunded: 40_000 }]);
    for (const [amount, words] of [
      ['601', 'more than what is left'],
      ['all', 'Type an amount'],
    ] as const) {
      const refused = await giveBack(amount);
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain(words);
    }
    expect(await redirectAfter('')).toBe('/sandbox/payments?told=returned');
    expect(await redirectAfter('')).toBe('/sandbox/payments?told=late');
    expect(await payments(reference)).toMatchObject([
      { status: 'refunded', amount: 100_000, refunded: 100_000, fee: 1_500 },
    ]);
    await on.sandbox.tick();
    expect(on.inbox.map((sent) => JSON.parse(sent.body).type).toSorted()).toEqual([
      'payment.completed',
      'refund.completed',
      'refund.completed',
    ]);
  });

  test('decides a refund that waits', async () => {
    await post('/settings', { refunds: 'needs_attention' });
    const order = await on.refundable();
    const { providerId } = await on.sandbox.sendRefund(order);
    on.pass(3_000);
    expect(await (await get('/refunds')).text()).toContain('needs attention');
    const settle = async (to: string) =>
      (await post('/refunds/settle', { refund: providerId ?? '', to })).headers.get('location');
    expect(await settle('completed')).toBe('/sandbox/refunds?told=settled');
    expect(await settle('failed')).toBe('/sandbox/refunds?told=late');
    expect((await on.sandbox.refundState(order)).state).toBe('completed');
  });

  test.each([
    ['/pay', { account: '1', amount: '5', when: '0' }, 'No checkout has this account number'],
    ['/pay', { account: '1', amount: 'five', when: '0' }, 'Type an amount'],
    ['/orphan', { orphan: '-1', currency: 'NGN' }, 'Type an amount'],
  ])('%s refuses %j beside its field', async (path, fields, words) => {
    const answer = await post(path, fields);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
  });

  test('keeps settings within their bounds', async () => {
    await post('/settings', { delay: '-5', copies: '99', drop: 'yes', payouts: 'nonsense', refunds: 'x' });
    expect(await on.sandbox.readSettings()).toMatchObject({
      webhookDelayMs: 0,
      webhookCopies: 1,
      webhookDrop: true,
      payoutOutcome: 'by_account',
      refundOutcome: 'completed',
    });
  });

  test('sends a notice again, the same bytes', async () => {
    await on.sandbox.outside.payReference((await on.opened()).reference);
    await on.sandbox.tick();
    const { event_id } = await on.db
      .selectFrom('sandbox.notices')
      .select('event_id')
      .executeTakeFirstOrThrow();
    await post(`/notices/${event_id}/resend`, { copies: '3' });
    for (let round = 0; round < 4; round++) {
      await on.sandbox.tick();
      on.pass(200);
    }
    expect(on.inbox).toHaveLength(4);
    expect(new Set(on.inbox.map((sent) => sent.body)).size).toBe(1);
  });
});
