import type * as z from 'zod/mini';
import { newAcceptance, newCode, newDecline, newPayment, newQuestion } from '#contract/quote-answers.ts';
import { dateIn } from '#core/dates.ts';
import { maskedEmail } from '#core/email.ts';
import { notFound } from '#core/errors.ts';
import { quoteDocument } from '#core/invoice/quote-document.ts';
import type { PrintedDocument } from '#core/invoice/document.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import { together } from '#server/kernel/db.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import { type SystemCtx, type SystemScope, turnOf } from '#server/kernel/scope.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { askedAt } from '#server/modules/invoices/queries/withholding.ts';
import { linesOf } from '#server/modules/invoices/rules/facts.ts';
import { isActive } from '#server/modules/invoices/rules/invoice.ts';
import { tokenHash } from '#server/modules/identity/rules/tokens.ts';
import { acceptQuote, askAboutQuote, declineQuote, markViewed, payQuote } from '../commands/answer.ts';
import { countCodeTry, sendQuoteCode } from '../commands/code.ts';
import {
  acceptanceOf,
  currentRevision,
  findQuote,
  hasLiveCode,
  revisionByHash,
  sentQuoteAt,
} from '../queries/quotes.ts';
import type { QuoteView, ShownQuote } from '../quote-view.ts';
import { CODES_PER_ADDRESS, shownQuote } from '../rules.ts';
import type { Quote } from '../table.ts';
import { fileNameOf, printQuote } from './print.ts';

/** The quote behind a link, for its page; null for a link that leads nowhere. */
export async function quoteView(scope: SystemScope, publicId: string): Promise<QuoteView | null> {
  const quote = await quoteAt(scope, publicId);
  return quote && viewOf(scope, quote);
}

/** The document that an earlier revision was, by the hash its page had; null for what it never said. */
export async function earlierDocument(
  scope: SystemScope,
  publicId: string,
  hash: string,
): Promise<PrintedDocument | null> {
  const quote = await quoteAt(scope, publicId);
  const said = quote && (await revisionByHash(scope.db, quote, hash));
  if (!quote || !said) return null;
  const { facts, business, language } = await viewOf(scope, { ...quote, revision: said.revision });
  return quoteDocument(facts, linesOf(said.content.items), business, language);
}

/** The PDF of the quote behind a link. Throws 404. */
export async function publicQuotePdf(
  scope: SystemScope,
  publicId: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const quote = await quoteAt(scope, publicId);
  if (!quote) throw notFound('quote');
  return { bytes: await printQuote(scope, quote, turnOf(scope)), name: fileNameOf(quote) };
}

/** Notes that a person looked at a quote. */
export const noteView = async (scope: SystemScope, publicId: string): Promise<void> =>
  changing(scope, await sentQuoteAt(scope.db, publicId), markViewed);

type Acceptance = z.output<typeof newAcceptance>;

/**
 * Accepts the quote behind a link; gives it as it stands then. Throws as `acceptQuote`, and 429 for too many answers from one
 * address.
 */
export async function acceptByLink(
  scope: SystemScope,
  publicId: string,
  input: Acceptance,
): Promise<ShownQuote & { businessName: string }> {
  const link = await answeredLink(scope, publicId);
  // Apart: a try counts even though the acceptance is refused.
  if (input.code) await changing(scope, link, countCodeTry);
  const accepted = await changing(scope, link, (ctx, of) => acceptQuote(ctx, of, input));
  const today = dateIn(scope.now, accepted.timeZone);
  return { ...shownQuote({ ...accepted, today }), businessName: accepted.business };
}

/** Mails a code for the quote behind a link. Throws as `sendQuoteCode`, and 429 for too many of them. */
export async function sendCodeByLink(
  scope: SystemScope,
  publicId: string,
  { revisionHash }: z.output<typeof newCode>,
): Promise<void> {
  const { db, now } = scope;
  const link = await answeredLink(scope, publicId);
  const quote = link && (await findQuote(db, link.businessId, link.id));
  if (quote?.asks_code && quote.state === 'sent') {
    const subject = `${quote.business_id} ${tokenHash(quote.customer_email)}`;
    await consumeLimit(db, 'quoteCodes', CODES_PER_ADDRESS, subject, now);
  }
  await changing(scope, link, (ctx, of) => sendQuoteCode(ctx, of, revisionHash));
}

/** Accepts the proforma behind a link by paying it; gives the id of the page to pay on. Throws as `payQuote`, and 429. */
export async function payByLink(
  scope: SystemScope,
  publicId: string,
  { revisionHash }: z.output<typeof newPayment>,
): Promise<string> {
  const quote = await answering(scope, publicId, (ctx, link) => payQuote(ctx, link, revisionHash));
  const payment = await paymentOf(scope, quote);
  if (!payment) throw notFound('invoice');
  return payment.publicId;
}

/** Declines the quote behind a link. Throws as `declineQuote`, and 429. */
export async function declineByLink(
  scope: SystemScope,
  publicId: string,
  { reason }: z.output<typeof newDecline>,
): Promise<void> {
  await answering(scope, publicId, (ctx, link) => declineQuote(ctx, link, reason ?? ''));
}

/** Asks about the quote behind a link. Throws as `askAboutQuote`, and 429. */
export async function askByLink(
  scope: SystemScope,
  publicId: string,
  { question }: z.output<typeof newQuestion>,
): Promise<void> {
  await answering(scope, publicId, (ctx, link) => askAboutQuote(ctx, link, question));
}

// The page's forms count as the calls do.
const countAnswer = ({ db, config, clientAddress, now }: SystemScope): Promise<number> =>
  consumeLimit(db, 'answers', config.limits.answers, clientAddress, now);

type Link = Awaited<ReturnType<typeof sentQuoteAt>>;
type Work<T> = (ctx: SystemCtx, link: NonNullable<Link>) => Promise<T>;

const answering = async <T>(scope: SystemScope, publicId: string, work: Work<T>): Promise<T> =>
  changing(scope, await answeredLink(scope, publicId), work);

async function answeredLink(scope: SystemScope, publicId: string): Promise<Link> {
  const [link] = await together(scope.db, (db) =>
    Promise.all([sentQuoteAt(db, publicId), countAnswer({ ...scope, db })]),
  );
  return link;
}

async function changing<T>(scope: SystemScope, link: Link, work: Work<T>): Promise<T> {
  if (!link) throw notFound('quote');
  return scope.transactFor(link.businessId, (ctx) => work(ctx, link));
}

async function quoteAt({ db }: SystemScope, publicId: string): Promise<Quote | null> {
  const link = await sentQuoteAt(db, publicId);
  return link && findQuote(db, link.businessId, link.id);
}

async function viewOf(scope: SystemScope, quote: Quote): Promise<QuoteView> {
  const [revision, { issuer, timeZone }, acceptance, language, payment] = await together(scope.db, (db) => {
    const one = { ...scope, db };
    return Promise.all([
      currentRevision(db, quote),
      issuerOf(one, quote.business_id),
      acceptanceOf(db, quote),
      languageOf(db, quote.business_id, quote.customer_id),
      paymentOf(one, quote),
    ]);
  });
  const today = dateIn(scope.now, timeZone);
  const shown = shownQuote({ quote, revision, acceptance, timeZone, today });
  const asksCode = quote.asks_code && shown.state === 'open';
  return {
    ...shown,
    replacedOn: quote.revision > 1 && quote.sent_at ? dateIn(quote.sent_at, timeZone) : null,
    business: issuer,
    timeZone,
    language,
    code: asksCode
      ? {
          to: maskedEmail(quote.customer_email),
          isSent: await hasLiveCode(scope.db, quote, shown.revisionHash, scope.now),
        }
      : null,
    payment,
    testMode: inTestMode(scope.ports.payments, quote.currency),
  };
}

// Its invoice, while something of it can be paid.
async function paymentOf({ db, now }: SystemScope, quote: Quote): Promise<QuoteView['payment']> {
  const invoice =
    quote.invoice_id === null ? null : await invoiceById(db, quote.business_id, quote.invoice_id);
  if (!invoice?.sent_at || invoice.paid_at || !isActive(invoice)) return null;
  return { publicId: invoice.public_id, asked: await askedAt(db, invoice, now) };
}

type Read<I> = { ok: true; input: I } | { ok: false; wrong: string[] };

const read = <I>(schema: z.ZodMiniType<I>, typed: object): Read<I> => {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return { ok: true, input: parsed.data };
  return { ok: false, wrong: parsed.error.issues.map(({ path }) => String(path[0])) };
};

// Broken JSON is refused as any other text.
function strokesIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads the forms of the page as they are posted; `wrong` names the fields that cannot be taken. */
export const readAnswer = {
  code: (typed: Record<string, string>) => read(newCode, typed),
  accept: ({ signature = '', code = '', ...typed }: Record<string, string>) =>
    read(newAcceptance, {
      ...typed,
      mayAccept: typed.mayAccept === 'yes',
      ...(signature !== '' && { signature: strokesIn(signature) }),
      ...(code !== '' && { code }),
    }),
  pay: (typed: Record<string, string>) => read(newPayment, typed),
  decline: (typed: Record<string, string>) => read(newDecline, typed),
  question: (typed: Record<string, string>) => read(newQuestion, typed),
};
