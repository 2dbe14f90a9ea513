import * as z from 'zod';
import { creditReasons } from '#contract/credit-notes.ts';
import { AppError } from '#core/errors.ts';
import { add, minor, ZERO, toMinor } from '#core/money.ts';
import { sharesOf } from '#core/totals.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import { nameWords } from '#server/modules/customers/rules/names.ts';
import { standingNotes } from '#server/modules/invoices/queries/credit-notes.ts';
import { itemsOf } from '#server/modules/invoices/queries/details.ts';
import {
  type AskedLine,
  creditOf,
  type Standing,
  wholeOf,
} from '#server/modules/invoices/rules/credit-note.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { oneInvoice } from '#server/modules/invoices/tools/one-invoice.ts';
import {
  type InvoiceSnapshot,
  invoiceSnapshot,
  minorUnits,
  whenUnchanged,
} from '#server/modules/invoices/tools/snapshot.ts';
import type { Told, ToldItem, ToldOf, ToldWhy } from '#server/modules/invoices/tools/told.ts';
import { paidPart } from '../commands/book.ts';
import { creditOwed } from '../commands/credit-owed.ts';

const line = z.object({ item: z.number(), quantity: z.number().optional(), amount: minorUnits.optional() });
const args = z.object({
  invoice: invoiceSnapshot,
  lines: z.array(line).min(1),
  /** The lines in words, with what each is credited. */
  shown: z.array(z.object({ description: z.string(), quantityMicro: z.number(), amount: minorUnits })),
  reason: z.enum(creditReasons),
  note: z.string(),
  total: minorUnits,
});
export type CreditArguments = z.infer<typeof args>;

/** `lines`: which of its lines is meant; `paid`: a part of it was paid, so that its owner has to say where that goes. */
export type CreditWhy =
  | ToldWhy
  | { kind: 'lines'; invoice: InvoiceSnapshot; lines: string[] }
  | { kind: 'paid'; invoice: InvoiceSnapshot };

/** Takes something off an invoice that was sent, as far as it is still owed. */
export const creditTool: WriteTool<ToldOf, CreditArguments, CreditWhy, CreditArguments> = {
  description:
    'Propose a credit note on a sent invoice: goods came back, a price was wrong, a discount after all.',
  input: z.custom<ToldOf>(),
  arguments: args,
  prepare: async (scope, currency, { about, told }) => {
    const found = await oneInvoice(scope, { about, currency, fit: 'sent', amount: null });
    if (!found.ok) return found;
    const { shown, matched } = found;
    const book = await bookOf(scope, matched.invoice);
    try {
      const asked = linesAsked(book, told);
      if ('kind' in asked) return { ok: false, why: { ...asked, invoice: shown } };
      return prepareFor(shown, book, { lines: asked, told });
    } catch (error) {
      // Less of a line is left.
      if (!(error instanceof AppError)) throw error;
      return { ok: false, why: { kind: 'refused', invoice: shown, reason: error.message } };
    }
  },
  carryOut: async (ctx, _currency, shown) => {
    const { invoice, lines, reason, note, total } = shown;
    const target = { currency: invoice.currency, invoiceId: invoice.id };
    const made = await whenUnchanged(ctx, invoice, () => creditOwed(ctx, { ...target, lines, reason, note }));
    if (made.total_minor !== total)
      throw new AppError('proposal_outdated', `Invoice ${invoice.number} has changed. Please ask again`);
    return shown;
  },
};

type Book = { invoice: Invoice; items: Awaited<ReturnType<typeof itemsOf>>; before: Standing[] };

const bookOf = async ({ db, actor }: Scope, invoice: Invoice): Promise<Book> => ({
  invoice,
  items: await itemsOf(db, actor.businessId, invoice.id),
  before: await standingNotes(db, invoice),
});

type Refused = { kind: 'amount' | 'tooMuch' } | { kind: 'lines'; lines: string[] };

function linesAsked(book: Book, told: Told): AskedLine[] | Refused {
  const { items, before } = book;
  const named = (told.items ?? []).map((one) => ({ one, item: itemCalled(one, items) }));
  const [only, ...more] = named;
  if (told.amount !== null)
    return only?.item !== undefined && more.length === 0
      ? amountOn(book, [only.item], told.amount)
      : amountOn(book, null, told.amount);
  if (told.isWhole) return wholeOf(items, before);
  if (!only) return { kind: 'amount' };
  const lines: AskedLine[] = [];
  for (const { one, item } of named) {
    if (item === undefined) return { kind: 'lines', lines: items.map(({ description }) => description) };
    if (one.quantity === null) return { kind: 'amount' };
    lines.push({ item, quantity: Math.round(one.quantity * 1_000_000) });
  }
  return lines;
}

// The one line whose words hold those that were said.
function itemCalled({ description }: ToldItem, items: Book['items']): number | undefined {
  const words = wordsOf(description ?? '');
  const scores = items.map((item) => {
    const own = wordsOf(item.description);
    return words.filter((word) => own.includes(word)).length;
  });
  const best = Math.max(0, ...scores);
  const meant = scores.flatMap((score, at) => (score === best ? [at] : []));
  return best > 0 && meant.length === 1 ? meant[0] : undefined;
}

const wordsOf = (text: string): string[] => nameWords(text).map((word) => word.replace(/(?<=.{3})e?s$/, ''));

const NEAR = [0, 1, -1, 2, -2, 3, -3];

/** So much (major units) off the invoice, shared out over its lines so that the note comes to just that. */
function amountOn(
  { invoice, items, before }: Book,
  meant: number[] | null,
  said: number,
): AskedLine[] | Refused {
  const left = wholeOf(items, before).filter(({ item }) => meant === null || meant.includes(item));
  const amount = toMinor(said);
  if (amount <= 0) return { kind: 'amount' };
  if (left.length === 0) return { kind: 'tooMuch' };
  const all = creditOf(invoice, items, before, left).totals.total;
  if (amount > all) return { kind: 'tooMuch' };
  const parts = left.map((one) => one.amount);
  const [whole, ofLines] = [add(...parts), (off: number) => Math.round((amount * add(...parts)) / all) + off];
  for (const off of NEAR) {
    const sum = Math.min(ofLines(off), whole);
    if (sum <= 0) continue;
    const shares = sharesOf(minor(sum), parts);
    const lines = left.flatMap(({ item }, at) => {
      const share = shares[at] ?? ZERO;
      return share > 0 ? [{ item, amount: share }] : [];
    });
    if (lines.length > 0 && creditOf(invoice, items, before, lines).totals.total === amount) return lines;
  }
  return { kind: 'amount' };
}

function prepareFor(
  shown: InvoiceSnapshot,
  { invoice, items, before }: Book,
  { lines, told }: { lines: AskedLine[]; told: Told },
): { ok: true; arguments: CreditArguments } | { ok: false; why: CreditWhy } {
  const credit = creditOf(invoice, items, before, lines);
  const { total } = credit.totals;
  if (paidPart(invoice, total) > 0) return { ok: false, why: { kind: 'paid', invoice: shown } };
  const credited = credit.lines.map((one) => ({
    description: one.description,
    quantityMicro: one.quantity_micro,
    amount: one.total_minor,
  }));
  const note = told.note?.slice(0, LONGEST_NOTE) ?? '';
  const reason = told.reason ?? 'other';
  return { ok: true, arguments: { invoice: shown, lines, shown: credited, reason, note, total } };
}
const LONGEST_NOTE = 300;
