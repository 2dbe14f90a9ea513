import type { Runs } from '#server/kernel/jobs.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { aboutQuote, answerFacts } from '../commands/letters.ts';
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
    const about = aboutQuote(quote);
    if (letter === 'quoteAnswered') {
      const owner = await ownerOf(scope.db, businessId);
      const by = (await acceptanceOf(scope.db, quote))?.name ?? quote.customer_name;
      const answer = { kind: 'accepted' as const, by, words: '' };
      const facts = answerFacts(quote, owner.firstName, scope.publicUrl(), answer);
      return sendEmail(scope, { key, to: owner.email, about, template: letter, facts }, [file]);
    }
    if (quote.customer_email === '') return;
    const mail = { key, to: quote.customer_email, about, template: letter };
    return sendEmail(scope, { ...mail, facts: await letterFacts(scope, quote) }, [file]);
  },
};

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
