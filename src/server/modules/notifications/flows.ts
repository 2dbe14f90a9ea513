import * as z from 'zod/mini';
import type { Runs } from '#server/jobs.ts';
import type { Attachment, Mail } from '#server/ports/messaging.ts';
import type { SystemScope } from '#server/scope.ts';
import { claimMail, settleMail } from './commands.ts';
import type { jobs } from './jobs.ts';
import { type LetterName, type NewMail, render, rendered, sealingPlace } from './rules.ts';

export const runs: Runs<typeof jobs> = {
  mail: async (scope, { key, to, sealed }) => {
    const content = z.parse(rendered, JSON.parse(scope.sealer.open(sealed, sealingPlace(key))));
    await deliver(scope, { key, to, ...content });
  },
};

/**
 * Sends a message at once, for jobs that have something to attach. Once per key, however often the job runs;
 * throws when it should be tried again, and resolves when it was sent or never can be.
 */
export async function sendLetter<L extends LetterName>(
  scope: SystemScope,
  mail: NewMail<L>,
  attachments: Attachment[] = [],
): Promise<void> {
  await scope.transactAsSystem((ctx) => claimMail(ctx, mail));
  await deliver(scope, { key: mail.key, to: mail.to, ...render(mail.letter, mail.facts), attachments });
}

async function deliver(scope: SystemScope, mail: Mail): Promise<void> {
  const row = await scope.db
    .selectFrom('mails')
    .select('state')
    .where('key', '=', mail.key)
    .executeTakeFirst();
  if (row?.state !== 'waiting') return;
  const outcome = await scope.ports.mailer.send(mail);
  if (!outcome.ok && outcome.retry)
    throw new Error(`The message ${mail.key} was not taken: ${outcome.reason}`);
  if (!outcome.ok) scope.log.warn({ key: mail.key, reason: outcome.reason }, 'A message cannot be delivered');
  const [state, reason] = outcome.ok
    ? (['sent', null] as const)
    : (['undeliverable', outcome.reason] as const);
  await scope.transactAsSystem((ctx) => settleMail(ctx, mail.key, state, reason));
}
