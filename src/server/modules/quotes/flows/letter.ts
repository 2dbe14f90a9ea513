import type { Runs } from '#server/kernel/jobs.ts';
import type { Attachment } from '#server/kernel/ports/messaging.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { aboutQuote, acceptanceKey, answerFacts, tellOwner } from '../commands/letters.ts';
import type { jobs } from '../jobs.ts';
import { acceptanceOf, findQuote } from '../queries/quotes.ts';
import { numberOf, quoteUrlOf } from '../rules.ts';
import type { Quote } from '../table.ts';
import { fileNameOf, printQuote } from './print.ts';

export const runs: Runs<typeof jobs> = {
  letter: async (scope, { key, businessId, id, letter }) => {
    const quote = await findQuote(scope.db, businessId, id);
    if (!quote || quote.number === null) return;
    if (letter === 'quoteSent' && !stands(quote)) return;
    const content = await printQuote(scope, quote, { subject: businessId });
    const file = { name: fileNameOf(quote), mime: 'application/pdf', content };
    if (letter === 'quoteSent') return sendToCustomer(scope, quote, { key, letter, file });
    await sendToBoth(scope, quote, file);
  },
};

// One address that is not taken keeps nothing from the other.
async function sendToBoth(scope: SystemScope, quote: Quote, file: Attachment): Promise<void> {
  const key = acceptanceKey(quote);
  try {
    await sendToCustomer(scope, quote, { key, letter: 'quoteAccepted', file });
  } finally {
    await sendToOwner(scope, quote, { key: `${key}:owner`, file });
  }
}

type ToCustomer = { key: string; letter: 'quoteSent' | 'quoteAccepted'; file: Attachment };

async function sendToCustomer(
  scope: SystemScope,
  quote: Quote,
  { key, letter, file }: ToCustomer,
): Promise<void> {
  const { customer_email: to } = quote;
  if (to === '') return;
  const mail = { key, to, about: aboutQuote(quote), template: letter };
  await sendEmail(scope, { ...mail, facts: await letterFacts(scope, quote) }, [file]);
}

async function sendToOwner(
  scope: SystemScope,
  quote: Quote,
  { key, file }: Pick<ToCustomer, 'key' | 'file'>,
): Promise<void> {
  const by = (await acceptanceOf(scope.db, quote))?.name ?? quote.customer_name;
  const answer = { kind: 'accepted' as const, by, words: '' };
  let isMailed = false;
  await scope.transactAsSystem((ctx) =>
    tellOwner(ctx, quote, { key, ...answer }, async () => void (isMailed = true)),
  );
  if (!isMailed) return;
  const { email: to, firstName } = await ownerOf(scope.db, quote.business_id);
  const facts = answerFacts(quote, firstName, scope.publicUrl(), answer);
  await sendEmail(scope, { key, to, about: aboutQuote(quote), template: 'quoteAnswered', facts }, [file]);
}

// Its owner may have made an invoice of it before the letter went.
const stands = ({ state }: Quote): boolean => state === 'sent' || state === 'accepted';

const letterFacts = async (scope: SystemScope, quote: Quote) => ({
  business: await businessForDocument(scope.db, quote.business_id),
  language: await languageOf(scope.db, quote.business_id, quote.customer_id),
  customerName: quote.customer_name,
  kind: quote.kind,
  number: numberOf(quote),
  title: quote.title,
  total: quote.total_minor,
  currency: quote.currency,
  validUntil: quote.valid_until ?? '',
  changed: quote.revision > 1,
  quoteUrl: quoteUrlOf(scope.publicUrl(), quote.public_id),
});
