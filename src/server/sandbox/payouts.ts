import type { Selectable } from 'kysely';
import { dateIn, plusMs } from '#core/dates.ts';
import { ZERO } from '#core/money.ts';
import type { PayoutRequest, PayoutState } from '#server/kernel/ports/index.ts';
import type { SandboxContext } from './books.ts';
import { PAYOUT_DELAY_MS, payoutFee, payoutPlanFor, REVERSAL_AFTER_MS } from './rules.ts';
import { readSettings } from './settings.ts';
import type { PayoutRow, SandboxDb } from './table.ts';
import { addWebhook } from './webhooks.ts';

export type PayoutRecord = Selectable<PayoutRow>;

const BATCH = 50;
const REFUSED = 'The bank does not accept payouts to this account';
const FAILED = 'The beneficiary bank could not be reached';
const REVERSED = 'Returned by the beneficiary bank';

/** A payout nothing certain is known about. */
export function unknownPayout(reason: string): PayoutState {
  return { state: 'unknown', reason, fee: ZERO };
}

/**
 * Sends money once per reference: a known reference returns its state. None is refused for lack of money: the
 * calling service's ledger decides that, and reconciliation checks it.
 */
export async function sendPayout(sandbox: SandboxContext, request: PayoutRequest): Promise<PayoutState> {
  const now = sandbox.clock();
  const { payoutOutcome } = await readSettings(sandbox.db);
  const plan =
    payoutOutcome === 'by_account' ? payoutPlanFor(request.accountNumber, request.amount) : payoutOutcome;
  await settlePayouts(sandbox);
  const known = await findPayout(sandbox.db, request.reference);
  if (known) return answerRepeat(known, request);
  if (plan === 'lost') return unknownPayout('The request timed out');
  const inserted = await insertPayout(sandbox, payoutFrom(request, plan, now));
  sandbox.wake();
  if (inserted) return plan === 'unknown' ? unknownPayout('The request timed out') : presentPayout(inserted);
  const first = await findPayout(sandbox.db, request.reference);
  return first ? answerRepeat(first, request) : unknownPayout('The request timed out');
}

// Another payout under a known reference is never carried out, and its refusal is not reported as a failure:
// the caller would take that for the outcome of the first.
function answerRepeat(known: PayoutRecord, request: PayoutRequest): PayoutState {
  const same =
    known.amount_minor === request.amount &&
    known.currency === request.currency &&
    known.bank_code === request.bankCode &&
    known.account_number === request.accountNumber;
  return same ? presentPayout(known) : unknownPayout('This reference belongs to another payout');
}

function payoutFrom(request: PayoutRequest, plan: PayoutRow['plan'], now: Date): PayoutRow {
  const refused = plan === 'refused';
  return {
    reference: request.reference,
    amount_minor: request.amount,
    fee_minor: payoutFee(request.amount, request.currency, dateIn(now)),
    currency: request.currency,
    bank_code: request.bankCode,
    account_number: request.accountNumber,
    account_name: request.accountName,
    narration: request.narration,
    plan,
    state: refused ? 'failed' : 'processing',
    reason: refused ? REFUSED : null,
    next_at: refused || plan === 'processing' ? null : plusMs(now, PAYOUT_DELAY_MS),
    created_at: now,
    settled_at: refused ? now : null,
  };
}

function insertPayout(sandbox: SandboxContext, row: PayoutRow): Promise<PayoutRecord | undefined> {
  return sandbox.db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('sandbox.payouts')
      .values(row)
      .onConflict((c) => c.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (inserted && inserted.state !== 'processing') await queueWebhook(tx, inserted, row.created_at);
    return inserted;
  });
}

export async function findPayout(db: SandboxDb, reference: string): Promise<PayoutRecord | null> {
  return (
    (await db
      .selectFrom('sandbox.payouts')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst()) ?? null
  );
}

/** The outcome of a payout. The fee is charged only for money that moved. */
export function presentPayout(payout: PayoutRecord): PayoutState {
  return {
    state: payout.state,
    reason: payout.reason,
    fee: payout.state === 'failed' || payout.state === 'reversed' ? ZERO : payout.fee_minor,
  };
}

/** Moves every payout whose time has come, those that change twice included; answers how many moves. */
export async function settlePayouts(sandbox: SandboxContext): Promise<number> {
  let moves = 0;
  for (;;) {
    const due = await sandbox.db
      .selectFrom('sandbox.payouts')
      .selectAll()
      .where('next_at', '<=', sandbox.clock())
      .orderBy('next_at')
      .limit(BATCH)
      .execute();
    if (due.length === 0) return moves;
    for (const payout of due) await movePayout(sandbox, payout, dueState(payout));
    moves += due.length;
  }
}

function dueState(payout: PayoutRecord): 'completed' | 'failed' | 'reversed' {
  if (payout.state === 'completed') return 'reversed';
  return payout.plan === 'failed' ? 'failed' : 'completed';
}

/** Settles a payout by hand: one in processing completes or fails, a completed one is reversed. */
export async function settlePayout(
  sandbox: SandboxContext,
  reference: string,
  to: 'completed' | 'failed' | 'reversed',
): Promise<boolean> {
  const payout = await findPayout(sandbox.db, reference);
  const from = to === 'reversed' ? 'completed' : 'processing';
  return payout?.state === from && movePayout(sandbox, { ...payout, plan: 'completed' }, to);
}

async function movePayout(
  sandbox: SandboxContext,
  previous: PayoutRecord,
  to: 'completed' | 'failed' | 'reversed',
): Promise<boolean> {
  const now = sandbox.clock();
  const reverses = to === 'completed' && previous.plan === 'reversed';
  const moved = await sandbox.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('sandbox.payouts')
      .set({
        state: to,
        reason: to === 'failed' ? FAILED : to === 'reversed' ? REVERSED : null,
        next_at: reverses ? plusMs(previous.next_at ?? now, REVERSAL_AFTER_MS) : null,
        settled_at: now,
      })
      .where('reference', '=', previous.reference)
      .where('state', '=', previous.state)
      .returningAll()
      .executeTakeFirst();
    if (row) await queueWebhook(tx, row, now);
    return row !== undefined;
  });
  sandbox.wake();
  return moved;
}

async function queueWebhook(db: SandboxDb, payout: PayoutRecord, now: Date): Promise<void> {
  const data = {
    reference: payout.reference,
    status: payout.state,
    amount: payout.amount_minor,
    currency: payout.currency,
  };
  await addWebhook(db, { type: `payout.${payout.state}`, about: payout.reference, data }, now);
}
