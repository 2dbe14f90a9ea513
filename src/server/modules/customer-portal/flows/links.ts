import { newToken } from '#core/ids.ts';
import type { Language } from '#core/languages.ts';
import { AFTER_THE_ANSWER, type Runs } from '#server/kernel/jobs.ts';
import { mayUse } from '#server/kernel/rate-limits.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { usualLanguageOf } from '#server/modules/customers/queries/language.ts';
import { tokenHash } from '#server/modules/identity/rules/tokens.ts';
import { mailLinks } from '../commands/links.ts';
import { jobs } from '../jobs.ts';
import { customersOfEmail } from '../queries/links.ts';
import { MAILS_PER_ADDRESS } from '../rules.ts';

/** Asks for links to the pages of an address (lower case). A job looks it up: neither answer nor time tells whether it is known. */
export const askForLinks = (scope: SystemScope, email: string, language: Language | null): Promise<void> =>
  scope.transactAsSystem(async (ctx) =>
    ctx.enqueue(jobs.links, { key: `portal:${newToken(15)}`, email, language }, AFTER_THE_ANSWER),
  );

export const runs: Runs<typeof jobs> = {
  links: async (scope, { key, email, language }) => {
    const known = await customersOfEmail(scope.db, email);
    const [first] = known;
    if (!first || !(await mayMail(scope, email))) return;
    const written = language ?? first.language ?? (await usualLanguageOf(scope.db, first.businessId));
    await scope.transactAsSystem((ctx) => mailLinks(ctx, known, { key, email, language: written }));
  },
};

const mayMail = ({ db, now }: SystemScope, email: string): Promise<boolean> =>
  mayUse(db, 'portalMails', MAILS_PER_ADDRESS, tokenHash(email), now);
