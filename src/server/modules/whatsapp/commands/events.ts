import { plusMs } from '#core/dates.ts';
import type { WhatsAppEvent } from '#server/kernel/ports/messaging.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import { eventId, MAX_EVENT_AGE_MS } from '../rules.ts';
import type { InboundEvent } from '../table.ts';
import { upsertContact } from './contacts.ts';
import { sealEvent } from './sealed-content.ts';

/** Claim timeout of a message; a process taking longer counts as crashed. */
const CLAIM_MS = 130_000;
/** How soon a message is taken up again whose answer is being made. */
const POSTPONED_SECONDS = 2;

/** Stores the events of an authentic webhook, each once, and enqueues their jobs. */
export async function receiveEvents(ctx: SystemCtx, events: readonly WhatsAppEvent[]): Promise<void> {
  const fresh = events.filter(({ at }) => at > plusMs(ctx.now, -MAX_EVENT_AGE_MS));
  for (const event of fresh)
    await (event.about === 'message' ? receiveMessage(ctx, event) : receiveStatus(ctx, event));
}

async function receiveMessage(ctx: SystemCtx, event: WhatsAppEvent & { about: 'message' }): Promise<void> {
  const contact = await upsertContact(ctx, event.from, event.at);
  if (await storeEvent(ctx, event, contact)) ctx.enqueue(jobs.answer, { contact });
}

async function receiveStatus(ctx: SystemCtx, event: WhatsAppEvent & { about: 'status' }): Promise<void> {
  if (await storeEvent(ctx, event, null)) ctx.enqueue(jobs.status, { id: eventId(event), tries: 0 });
}

async function storeEvent(ctx: SystemCtx, event: WhatsAppEvent, contact: string | null): Promise<boolean> {
  const id = eventId(event);
  const inserted = await ctx.tx
    .insertInto('whatsapp_notices')
    .values({
      id,
      about: event.about,
      contact,
      state: 'received',
      sealed: await sealEvent(ctx, { id, contact }, event),
      question_id: null,
      claimed_at: null,
      said_at: event.at,
      received_at: ctx.now,
      done_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Takes on the oldest message of a person that waits, unless another process is at one; null when there is nothing to do. */
export async function claimNext(ctx: SystemCtx, contact: string): Promise<InboundEvent | null> {
  const claimedRow = await ctx.tx
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
  return claimedRow ?? null;
}

type Claim = Pick<InboundEvent, 'id' | 'claimed_at'>;
type ClaimOf = Claim & Pick<InboundEvent, 'contact'>;

// A process whose claim expired changes nothing any more.
const claimed = (ctx: SystemCtx, { id, claimed_at }: Claim) =>
  ctx.tx.updateTable('whatsapp_notices').where('id', '=', id).where('claimed_at', '=', claimed_at);

/** Links a message to its question in the conversation. Throws when another process claimed it meanwhile. */
export async function linkQuestion(ctx: SystemCtx, claim: Claim, questionId: string): Promise<void> {
  const updated = await claimed(ctx, claim)
    .set({ question_id: questionId })
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new Error(`The message ${claim.id} was taken on by another process`);
}

/** Stores the answer, in place of the message, before any of it is sent. False when the claim was lost. */
export async function storeAnswer(ctx: SystemCtx, claim: ClaimOf, answer: unknown): Promise<boolean> {
  const updated = await claimed(ctx, claim)
    .set({ state: 'answering', sealed: await sealEvent(ctx, claim, answer) })
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
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
  if (next && claim.contact) ctx.enqueue(jobs.answer, { contact: claim.contact });
}

/** Lets go of a message that could not be answered now. */
export async function release(ctx: SystemCtx, claim: Claim): Promise<void> {
  await claimed(ctx, claim).set({ claimed_at: null }).execute();
}

/** Lets go of a message whose answer is still being made; no attempt is counted. */
export async function postpone(ctx: SystemCtx, claim: ClaimOf): Promise<void> {
  const updated = await claimed(ctx, claim)
    .set((eb) => ({ claimed_at: null, attempts: eb('attempts', '-', 1) }))
    .returning('id')
    .executeTakeFirst();
  if (updated && claim.contact)
    ctx.enqueue(jobs.answer, { contact: claim.contact }, { afterSeconds: POSTPONED_SECONDS });
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
export async function purgeEvents(ctx: SystemCtx, before: Date): Promise<void> {
  await ctx.tx
    .deleteFrom('whatsapp_notices')
    .where('received_at', '<', before)
    .where('state', '=', 'done')
    .execute();
}
