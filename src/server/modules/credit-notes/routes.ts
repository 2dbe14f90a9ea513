import type { creditNotes } from '#contract/credit-notes.ts';
import { fieldError } from '#core/errors.ts';
import { shownPdf } from '#server/http/attachment.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { type Ctx, turnOf } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { checkPin } from '#server/modules/business/flows/pin.ts';
import { refundableOf } from '#server/modules/payments/queries/refunds.ts';
import { correctInvoice } from './commands/correct.ts';
import { issueCreditNote } from './commands/issue.ts';
import { withdrawCreditNote } from './commands/withdraw.ts';
import { printNote } from './flows/letter.ts';
import { creditNoteReport } from './flows/report.ts';
import { presentNote } from './present.ts';
import { listNotes, noteById } from './queries/notes.ts';
import { creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';
import type { CreditNote } from './table.ts';

export const routes: Handlers<typeof creditNotes> = {
  issue: async (scope, { params: { currency, id: invoiceId }, body: { pin, ...body } }) => {
    if (body.effect && body.effect.refund > 0) {
      if (pin === undefined) throw fieldError('pin', 'Enter your 4-digit PIN');
      await checkPin(scope, pin);
    }
    return scope.answerOnce(
      async (ctx) => listed(ctx, await issueCreditNote(ctx, { ...body, currency, invoiceId }), currency),
      (row) => ({ message: 'Credit note issued', data: presentNote(row) }),
    );
  },
  correct: (scope, { params: { currency, id: invoiceId }, body }) =>
    scope.answerOnce(
      async (ctx) => {
        const { credited, draft } = await correctInvoice(ctx, { ...body, currency, invoiceId });
        return { note: await listed(ctx, credited, currency), draft };
      },
      ({ note, draft }) => ({
        message: `${draft.number} is ready to be corrected`,
        data: { creditNote: presentNote(note), invoiceId: draft.id, invoiceNumber: draft.number },
      }),
    ),
  list: async (scope, { params, query }) => {
    const { businessId } = scope.actor;
    const { rows, total, nextCursor } = await listNotes(scope.db, businessId, params.currency, query);
    const refundable =
      query.invoiceId === undefined ? null : await refundableOf(scope.db, businessId, query.invoiceId);
    return { data: rows.map(presentNote), page: { nextCursor, total }, refundable };
  },
  report: async (scope, { params, query: { months, format } }) => {
    const { businessId } = scope.actor;
    await scope.transact((ctx) => recordActorEvent(ctx, 'report_exported', `Credit notes, ${format}`));
    const request = { businessId, ...params, months: months ? Number(months) : null };
    return creditNoteReport(scope, request, format);
  },
  read: async (scope, { params }) => ({
    data: presentNote(await noteById(scope.db, scope.actor.businessId, params.currency, params.id)),
  }),
  pdf: async (scope, { params }) => {
    const row = await noteById(scope.db, scope.actor.businessId, params.currency, params.id);
    const bytes = await printNote(scope, row, turnOf(scope));
    return shownPdf({ bytes, name: `${creditNoteNumber(row.number)}.pdf` });
  },
  withdraw: (scope, { params }) =>
    scope.answerOnce(
      (ctx) => withdrawCreditNote(ctx, params),
      (row) => ({ message: 'The credit note was taken back', data: presentNote(row) }),
    ),
};

const listed = (ctx: Ctx, row: CreditNote, currency: Parameters<typeof noteById>[2]) =>
  noteById(ctx.tx, ctx.actor.businessId, currency, row.id);
