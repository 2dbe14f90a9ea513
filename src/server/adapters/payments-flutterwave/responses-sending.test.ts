import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { payoutOf, refund, refundOf, refusal, scripted, success, transaction, transfer } from './testing.ts';

// Responses of Flutterwave beyond the simulator's: every known message and status, and unknown ones.

const payout = payoutOf({ reference: 'out-1', amount: minor(550_000) });
const back = refundOf('4975363', 40_000, { reference: 'back-1' });

describe('Payouts', () => {
  const stateWith = (value: unknown) =>
    scripted(({ path }) => success(path.endsWith('/retries') ? null : value)).flutterwave.payoutState(
      'out-1',
    );

  test.each([
    [{ status: 'NEW' }, 'processing'],
    [{ status: 'PENDING' }, 'processing'],
    [{ status: 'pending' }, 'processing'],
    [{ status: 'SUCCESSFUL' }, 'completed'],
    [{ status: 'FAILED', complete_message: 'DISBURSE FAILED: wrong account' }, 'failed'],
    [{ status: 'Failed' }, 'failed'],
    [{ status: 'FAILED', complete_message: 'Transaction was reversed' }, 'reversed'],
    [{ status: 'REVERSED' }, 'unknown'],
    [{ status: 'SUCCESS' }, 'unknown'],
    [{ status: 'COMPLETED' }, 'unknown'],
    [{ status: '' }, 'unknown'],
    [{ status: undefined }, 'unknown'],
    [{ amount: undefined }, 'unknown'],
    [{ currency: undefined }, 'unknown'],
    [{ reference: 'out-2' }, 'unknown'],
  ])('%j is %s', async (more, state) => {
    expect((await stateWith([transfer(more)])).state).toBe(state);
  });

  test('only an empty list says that there is none', async () => {
    expect((await stateWith([])).state).toBe('not_found');
    for (const odd of [null, {}, 'none', { transfers: [] }])
      expect((await stateWith(odd)).state).toBe('unknown');
  });

  test('a refusal says so only when it names the transfer', async () => {
    const stateFor = (words: string) => scripted(() => refusal(words, 404)).flutterwave.payoutState('out-1');
    for (const words of ['Transfer not found', 'No transfer was found for this reference']) {
      expect((await stateFor(words)).state).toBe('not_found');
    }
    for (const words of ['Not found', 'Merchant not found', 'Cannot GET /v3/transfers', '']) {
      expect((await stateFor(words)).state).toBe('unknown');
    }
  });

  test('one that is known already is not sent', async () => {
    const { flutterwave, calls } = scripted(() => success([transfer({ status: 'SUCCESSFUL' })]));
    expect(await flutterwave.sendPayout(payout)).toMatchObject({ state: 'completed' });
    expect(calls).toEqual(['GET /v3/transfers']);
  });

  test('of several attempts the one that may have moved money counts', async () => {
    const failed = transfer({ status: 'FAILED', id: 1 });
    expect((await stateWith([failed, transfer({ status: 'PENDING', id: 2 })])).state).toBe('processing');
    expect((await stateWith([failed, transfer({ status: 'SUCCESSFUL', id: 3 })])).state).toBe('completed');
  });

  test('a failure is only a failure when its retries can be asked about', async () => {
    const stateAfter = (retries: unknown) =>
      scripted(({ path }) =>
        path.endsWith('/retries') ? retries : success([transfer({ status: 'FAILED' })]),
      ).flutterwave.payoutState('out-1');
    expect((await stateAfter(503)).state).toBe('unknown');
    expect((await stateAfter(success('none'))).state).toBe('unknown');
    expect((await stateAfter(refusal('Transfer not found', 404))).state).toBe('failed');
    const again = transfer({ reference: 'out-1_RETRY_1', status: 'NEW' });
    expect((await stateAfter(success([again]))).state).toBe('processing');
  });

  const refusals: [string, unknown, string][] = [
    ['a wrong account', refusal('account_number is not valid'), 'failed'],
    ['too little money', refusal('Insufficient funds in customer wallet'), 'failed'],
    ['a repetition that is nowhere to be found', refusal('Reference already exists'), 'unknown'],
    ['their own trouble', refusal('An error occurred. Please contact support'), 'unknown'],
    ['no words', refusal(''), 'unknown'],
    ['a forbidden address', refusal('Please enable IP Whitelisting to access this service', 403), 'unknown'],
    ['an error that calls itself fine', refusal('Invalid bank', 200), 'unknown'],
    ['a wrong key', 401, 'unknown'],
    ['too many calls', 429, 'unknown'],
    ['a timeout of theirs', 503, 'unknown'],
    ['another amount', success(transfer({ amount: 5501 })), 'unknown'],
    ['another reference', success(transfer({ reference: 'out-2' })), 'unknown'],
    ['a page', new Response('<html>', { status: 200 }), 'unknown'],
    ['a success that is none', Response.json(success(transfer()), { status: 409 }), 'unknown'],
    ['the transfer', success(transfer()), 'processing'],
  ];
  test.each(refusals)('sent and answered with %s', async (_, answer, state) => {
    const { flutterwave, calls } = scripted(({ method }) => (method === 'POST' ? answer : success([])));
    expect((await flutterwave.sendPayout(payout)).state).toBe(state);
    expect(calls.filter((call) => call === 'POST /v3/transfers')).toHaveLength(1);
  });

  test('A refused repetition is told as what became of the first, whatever the words', async () => {
    let requestCount = 0;
    const { flutterwave } = scripted(({ method }) => {
      if (method === 'POST') return refusal('Something is wrong with this request');
      return success((requestCount += 1) === 1 ? [] : [transfer({ status: 'SUCCESSFUL' })]);
    });
    expect(await flutterwave.sendPayout(payout)).toMatchObject({ state: 'completed', fee: 2_688 });
  });
});

describe('Refunds', () => {
  test.each([
    [{ status: 'completed-bank-transfer' }, 'completed'],
    [{ status: 'completed-momo' }, 'completed'],
    [{ status: 'completed-mpgs' }, 'completed'],
    [{ status: 'completed-offline' }, 'completed'],
    [{ status: 'completed-preauth' }, 'completed'],
    [{ status: 'completed' }, 'processing'],
    [{ status: 'completed', meta: { disburse_status: 'successful' } }, 'completed'],
    [{ status: 'completed', meta: '{"disburse_status":"failed"}' }, 'failed'],
    [{ status: 'processing', meta: 'not JSON' }, 'processing'],
    [{ status: 'pending-momo' }, 'processing'],
    [{ status: 'failed' }, 'failed'],
    [{ status: 'successful' }, 'unknown'],
    [{ status: 'completed-otherwise' }, 'unknown'],
    [{ status: undefined }, 'unknown'],
    [{ amount_refunded: 401 }, 'unknown'],
    [{ amount_refunded: undefined }, 'unknown'],
    [{ tx_id: 1 }, 'unknown'],
  ])('%j is %s', async (more, state) => {
    const { flutterwave } = scripted(() => success(refund(more)));
    const result = await flutterwave.refundState({ ...back, providerId: '75923' });
    expect(result.state).toBe(state);
  });

  const sendWith = async (refunds: unknown[], answer: unknown = success(refund())) => {
    const { flutterwave, calls } = scripted(({ method, path }) => {
      if (method === 'POST') return answer;
      return success(path === '/refunds' ? refunds : transaction());
    });
    const { state } = await flutterwave.sendRefund(back);
    return [state, calls.filter((call) => call.startsWith('POST')).length];
  };

  test('Ours is known by the first word of its comments', async () => {
    expect(await sendWith([refund({ comments: 'back-1' })])).toEqual(['completed', 0]);
    expect(await sendWith([refund({ comments: 'back-10 Not delivered' })])).toEqual(['completed', 1]);
    expect(await sendWith([refund({ comments: 'instead of back-1' })])).toEqual(['completed', 1]);
    expect(await sendWith([refund({ tx_id: 5, comments: 'back-1' })])).toEqual(['completed', 1]);
  });

  test('One of the same amount that does not say whose it is stops us', async () => {
    expect(await sendWith([refund({ comments: null })])).toEqual(['unknown', 0]);
    expect(await sendWith([refund({ comments: null, status: 'failed' })])).toEqual(['completed', 1]);
    expect(await sendWith([refund({ comments: null, amount_refunded: 1 })])).toEqual(['completed', 1]);
  });

  test.each([
    ['a refusal', refusal('Refund amount is more than the transaction'), 'failed'],
    ['their own trouble', refusal('An error occurred'), 'unknown'],
    ['a timeout of theirs', 503, 'unknown'],
    ['another payment', success(refund({ tx_id: 3 })), 'unknown'],
  ])('sent and answered with %s', async (_, answer, state) => {
    expect(await sendWith([], answer)).toEqual([state, 1]);
  });

  test('A refused repetition is told as what became of the first', async () => {
    let lookups = 0;
    const { flutterwave } = scripted(({ method, path }) => {
      if (method === 'POST') return refusal('This transaction has been refunded');
      if (path !== '/refunds') return success(transaction());
      return success((lookups += 1) === 1 ? [] : [refund()]);
    });
    expect(await flutterwave.sendRefund(back)).toMatchObject({ state: 'completed', providerId: '75923' });
  });

  test('What cannot be looked through is not sent', async () => {
    const { flutterwave, calls } = scripted(({ path }) =>
      path === '/refunds' ? 503 : success(transaction()),
    );
    expect(await flutterwave.sendRefund(back)).toMatchObject({ state: 'unknown' });
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  test('All pages are looked through, also where they are not numbered', async () => {
    const numbered = scripted(({ method, path, query }) => {
      if (method === 'POST') return 500;
      if (path !== '/refunds') return success(transaction());
      const page = Number(query.get('page'));
      const comments = page === 3 ? 'back-1' : `other-${page}`;
      const meta = { page_info: { total: 3, current_page: page, total_pages: 3 } };
      return { ...success([refund({ id: page, comments })]), meta };
    });
    expect(await numbered.flutterwave.sendRefund(back)).toMatchObject({ state: 'completed' });
    const bare = scripted(({ method, path, query }) => {
      if (method === 'POST') return 500;
      if (path !== '/refunds') return success(transaction());
      const page = Math.min(3, Number(query.get('page')));
      const comments = page === 3 ? 'back-1' : `other-${page}`;
      return { status: 'success', message: 'Fetched', data: [refund({ id: page, comments })] };
    });
    expect(await bare.flutterwave.sendRefund(back)).toMatchObject({ state: 'completed' });
  });
});
