import { examinePayment } from '../commands/examine.ts';
import { ourPayments, transactionsWithin } from '../queries.ts';
import { listedSpan } from '../rules/findings.ts';
import { comparePayment } from '../rules/payments.ts';
import { examine, readAll, type Work } from './work.ts';

const MAX_POLLS = 2_000;

/**
 * Compares the provider's payments, then ours that it did not list. A difference in a list is only a
 * suspicion: the transaction is verified with the provider before it counts.
 */
export async function comparePayments(work: Work): Promise<void> {
  const { scope, provider } = work;
  const suspects: string[] = [];
  const isComplete = await readAll(
    work,
    'payments',
    (cursor) => provider.payments(listedSpan(work.span), cursor),
    async (items) => {
      const ids = items.map(({ transactionId }) => transactionId);
      const ours = await ourPayments(scope.db, provider.name, ids);
      for (const theirs of items) {
        const { transactionId } = theirs;
        if (work.compared.payments.has(transactionId)) continue;
        work.compared.payments.add(transactionId);
        work.items += 1;
        const mine = ours.get(transactionId) ?? null;
        const at = { now: scope.now, testMode: provider.testMode };
        if (comparePayment(transactionId, mine, theirs, at).length > 0) suspects.push(transactionId);
      }
    },
  );
  for (const id of suspects) await pollPayment(work, id);
  if (isComplete) await pollUnlisted(work);
}

async function pollUnlisted(work: Work): Promise<void> {
  const ours = await transactionsWithin(work.scope.db, work.provider.name, work.span);
  const unlisted = ours.filter((id) => !work.compared.payments.has(id));
  if (unlisted.length > MAX_POLLS)
    work.problems.push(
      `${unlisted.length} payments of ours are not in its list; ${MAX_POLLS} were asked about`,
    );
  for (const id of unlisted.slice(0, MAX_POLLS)) {
    work.items += 1;
    await pollPayment(work, id);
  }
}

/** Verifies one transaction with the provider and compares the result. */
export async function pollPayment(work: Work, transactionId: string): Promise<void> {
  const answer = await work.provider.verifyPayment(transactionId);
  if (!answer.ok) {
    work.compared.payments.delete(transactionId);
    work.problems.push(`${transactionId} could not be asked about: ${answer.reason}`);
    return;
  }
  work.compared.payments.add(transactionId);
  const { payment } = answer;
  await examine(work, transactionId, (ctx) =>
    examinePayment(ctx, work.run, work.provider, { transactionId, payment }),
  );
}
