import type { Selectable } from 'kysely';
import { dateIn, plusMs } from '#core/dates.ts';
import { ZERO } from '#core/money.ts';
import type { PayoutRequest, PayoutState } from '#server/kernel/ports/index.ts';
import type { Books } from './books.ts';
import { PAYOUT_DELAY_MS, payoutFee, payoutPlanFor, REVERSAL_AFTER_MS } from './rules.ts';
import { readSettings } from './settings.ts';
import type { PayoutRow, SandboxDb } from './table.ts';
import { addNotice } from './webhooks.ts';

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
export async function sendPayout(books: Books, request: PayoutRequest): Promise<PayoutState> {
  const now = books.clock();
  const { payoutOutcome } = await readSettings(books.db);
  const plan =
    payoutOutcome === 'by_account' ? payoutPlanFor(request.accountNumber, request.amount) : payoutOutcome;
  await settlePayouts(books);
  const known = await findPayout(books.db, request.reference);
  if (known) return answerAgain(known, request);
  if (plan === 'lost') return unknownPayout('The request timed out');
  const made = await insertPayout(books, payoutFrom(request, plan, now));
  books.wake();
  if (made) return plan === 'unknown' ? unknownPayout('The request timed out') : presentPayout(made);
  const first = await findPayout(books.db, request.reference);
  return first ? answerAgain(first, request) : unknownPayout('The request timed out');
}

// Another payout under a known reference is never carried out, and its refusal is not reported as a failure:
// the caller would take that for the outcome of the first.
function answerAgain(known: PayoutRecord, request: PayoutRequest): PayoutState {
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

function insertPayout(books: Books, row: PayoutRow): Promise<PayoutRecord | undefined> {
  return books.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('sandbox.payouts')
      .values(row)
      .onConflict((c) => c.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made && made.state !== 'processing') await tellAbout(tx, made, row.created_at);
    return made;
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
export async function settlePayouts(books: Books): Promise<number> {
  let moves = 0;
  for (;;) {
    const due = await books.db
      .selectFrom('sandbox.payouts')
      .selectAll()
      .where('next_at', '<=', books.clock())
      .orderBy('next_at')
      .limit(BATCH)
      .execute();
    if (due.length === 0) return moves;
    for (const payout of due) await movePayout(books, payout, dueState(payout));
    moves += due.length;
  }
}

function dueState(payout: PayoutRecord): 'completed' | 'failed' | 'reversed' {
  if (payout.state === 'completed') return 'reversed';
  return payout.plan === 'failed' ? 'failed' : 'completed';
}

/** Settles a payout by hand: one in processing completes or fails, a completed one is reversed. */
export async function settlePayout(
  books: Books,
  reference: string,
  to: 'completed' | 'failed' | 'reversed',
): Promise<boolean> {
  const payout = await findPayout(books.db, reference);
  const from = to === 'reversed' ? 'completed' : 'processing';
  return payout?.state === from && movePayout(books, { ...payout, plan: 'completed' }, to);
}

async function movePayout(
  books: Books,
  seen: PayoutRecord,
  to: 'completed' | 'failed' | 'reversed',
): Promise<boolean> {
  const now = books.clock();
  const reverses = to === 'completed' && seen.plan === 'reversed';
  const moved = await books.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('sandbox.payouts')
      .set({
        state: to,
        reason: to === 'failed' ? FAILED : to === 'reversed' ? REVERSED : null,
        next_at: reverses ? plusMs(seen.next_at ?? now, REVERSAL_AFTER_MS) : null,
        settled_at: now,
      })
      .where('reference', '=', seen.reference)
      .where('state', '=', seen.state)
      .returningAll()
      .executeTakeFirst();
    if (row) await tellAbout(tx, row, now);
    return row !== undefined;
  });
  books.wake();
  return moved;
}

async function tellAbout(db: SandboxDb, payout: PayoutRecord, now: Date): Promise<void> {
  const data = {
    reference: payout.reference,
    status: payout.state,
    amount: payout.amount_minor,
    currency: payout.currency,
  };
  await addNotice(db, { type: `payout.${payout.state}`, about: payout.reference, data }, now);
}
