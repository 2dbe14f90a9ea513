import { plusMs } from '#core/dates.ts';
import type { WhatsAppNews } from '#server/kernel/ports/messaging.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { sealNotice } from './commands/content.ts';
import { meet } from './commands/people.ts';
import { jobs } from './jobs.ts';
import { LATEST_MS, noticeId } from './rules.ts';
import type { Notice } from './table.ts';

/** Claim timeout of a message; a process taking longer counts as crashed. */
const CLAIM_MS = 130_000;

/** Stores the events of an authentic webhook, each once, and enqueues their jobs. */
export async function receive(ctx: SystemCtx, news: readonly WhatsAppNews[]): Promise<void> {
  const fresh = news.filter(({ at }) => at > plusMs(ctx.now, -LATEST_MS));
  for (const one of fresh) await (one.about === 'message' ? hear(ctx, one) : note(ctx, one));
}

async function hear(ctx: SystemCtx, news: WhatsAppNews & { about: 'message' }): Promise<void> {
  const contact = await meet(ctx, news.from, news.at);
  if (await keep(ctx, news, contact)) await ctx.enqueue(jobs.answer, { contact });
}

async function note(ctx: SystemCtx, news: WhatsAppNews & { about: 'status' }): Promise<void> {
  if (await keep(ctx, news, null)) await ctx.enqueue(jobs.status, { id: noticeId(news), tries: 0 });
}

async function keep(ctx: SystemCtx, news: WhatsAppNews, contact: string | null): Promise<boolean> {
  const id = noticeId(news);
  const kept = await ctx.tx
    .insertInto('whatsapp_notices')
    .values({
      id,
      about: news.about,
      contact,
      state: 'received',
      sealed: await sealNotice(ctx, { id, contact }, news),
      question_id: null,
      claimed_at: null,
      said_at: news.at,
      received_at: ctx.now,
      done_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Takes on the oldest message of a person that waits, unless another process is at one; null when there is nothing to do. */
export async function takeNext(ctx: SystemCtx, contact: string): Promise<Notice | null> {
  const taken = await ctx.tx
    .updateTable('whatsapp_notices')
    .set((eb) => ({ claimed_at: ctx.now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('whatsapp_notices')
        .select('id')
        .where('contact', '=', contact)
        .where('state', '<>', 'done')
        // One that is being worked on comes before an older one that arrived late.
        .orderBy((order) => order('claimed_at', 'is', null))
        .orderBy('said_at')
        .orderBy('position')
        .limit(1),
    )
    .where('state', '<>', 'done')
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<=', plusMs(ctx.now, -CLAIM_MS))]))
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
}

type Claim = Pick<Notice, 'id' | 'claimed_at'>;
type ClaimOf = Claim & Pick<Notice, 'contact'>;

// A process whose claim expired changes nothing any more.
const claimed = (ctx: SystemCtx, { id, claimed_at }: Claim) =>
  ctx.tx.updateTable('whatsapp_notices').where('id', '=', id).where('claimed_at', '=', claimed_at);

/** Links a message to its question in the conversation. Throws when another process claimed it meanwhile. */
export async function noteQuestion(ctx: SystemCtx, claim: Claim, questionId: string): Promise<void> {
  const noted = await claimed(ctx, claim).set({ question_id: questionId }).returning('id').executeTakeFirst();
  if (!noted) throw new Error(`The message ${claim.id} was taken on by another process`);
}

/** Stores the answer, in place of the message, before any of it is sent. False when the claim was lost. */
export async function keepAnswer(ctx: SystemCtx, claim: ClaimOf, answer: unknown): Promise<boolean> {
  const kept = await claimed(ctx, claim)
    .set({ state: 'answering', sealed: await sealNotice(ctx, claim, answer) })
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Closes a message that is answered, and has the next of the same person worked on. */
export async function finish(ctx: SystemCtx, claim: Claim & { contact: string | null }): Promise<void> {
  await claimed(ctx, claim).set({ state: 'done', sealed: '', claimed_at: null, done_at: ctx.now }).execute();
  const next = await ctx.tx
    .selectFrom('whatsapp_notices')
    .select('id')
    .where('contact', '=', claim.contact)
    .where('state', '<>', 'done')
    .executeTakeFirst();
  if (next && claim.contact) await ctx.enqueue(jobs.answer, { contact: claim.contact });
}

/** Lets go of a message that could not be answered now. */
export async function release(ctx: SystemCtx, claim: Claim): Promise<void> {
  await claimed(ctx, claim).set({ claimed_at: null }).execute();
}

/** Closes a status. */
export async function closeStatus(ctx: SystemCtx, id: string): Promise<void> {
  await ctx.tx
    .updateTable('whatsapp_notices')
    .set({ state: 'done', sealed: '', done_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Purges answered events from before a time; WhatsApp redelivers nothing that old. */
export async function forgetNotices(ctx: SystemCtx, before: Date): Promise<void> {
  await ctx.tx
    .deleteFrom('whatsapp_notices')
    .where('received_at', '<', before)
    .where('state', '=', 'done')
    .execute();
}
