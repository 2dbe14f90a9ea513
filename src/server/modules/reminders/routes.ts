import type * as z from 'zod/mini';
import type { preparedMessage, promise, reminders } from '#contract/reminders.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { sendPrepared, skipPrepared, undoPrepared } from './commands/prepared.ts';
import { recordPromise, withdrawPromise } from './commands/promises.ts';
import { switchReminders, updateSettings } from './commands/settings.ts';
import { remindersOf } from './queries/invoice-reminders.ts';
import { channelsOf, type Prepared, preparedMessages } from './queries/prepared.ts';
import { previewOf } from './queries/preview.ts';
import { type JudgedPromise, promisesOf } from './queries/promises.ts';
import { scheduleOf, settingsOf } from './queries/settings.ts';
import { recordOf } from './rules/promises.ts';
import { changedSettings } from './rules/settings.ts';

export const routes: Handlers<typeof reminders> = {
  settings: async (scope) => ({
    data: settingsOf(await scheduleOf(scope.db, scope.actor.businessId)),
  }),
  updateSettings: async (scope, { body }) => ({
    message: 'Reminders saved',
    data: await scope.transact((ctx) => updateSettings(ctx, body)),
  }),
  preview: async (scope, { params, body }) => ({
    data: await previewOf(scope.db, requestOf(scope, params.currency), changedSettings(body, {})),
  }),
  today: async (scope, { params, query }) => {
    const { messages, total } = await preparedMessages(scope.db, requestOf(scope, params.currency), query);
    return { data: messages.map(presentPrepared), page: { nextCursor: null, total } };
  },
  send: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => sendPrepared(ctx, { ...params, ...body }),
      (sent) => ({ message: sent.whatsappUrl ? 'Noted as sent' : 'Reminder sent successfully', data: sent }),
    ),
  undo: async (scope, { params }) => {
    await scope.transact((ctx) => undoPrepared(ctx, params));
    return { message: 'The message waits again', data: null };
  },
  skip: async (scope, { params }) => {
    await scope.transact((ctx) => skipPrepared(ctx, params));
    return { message: 'Message left out', data: null };
  },
  ofInvoice: async (scope, { params }) => {
    const { events, mode, stop, next, prepared, promise } = await remindersOf(
      scope,
      params.currency,
      params.id,
    );
    return {
      data: {
        events,
        mode,
        stop,
        next,
        prepared: prepared && presentPrepared(prepared),
        promise: promise && presentPromise(promise),
      },
    };
  },
  switchInvoice: async (scope, { params, body }) => {
    const { currency, id: invoiceId } = params;
    await scope.transact((ctx) => switchReminders(ctx, { currency, invoiceId, on: body.on }));
    return { message: body.on ? 'Reminders go on' : 'Reminders are off for this invoice', data: null };
  },
  promise: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => recordPromise(ctx, { ...params, ...body }),
      (judged) => ({ message: 'Promise noted', data: presentPromise(judged) }),
    ),
  withdrawPromise: async (scope, { params }) => {
    await scope.transact((ctx) => withdrawPromise(ctx, params));
    return { message: 'Promise withdrawn', data: null };
  },
  ofCustomer: async (scope, { params }) => {
    const { businessId } = scope.actor;
    const customer = isId('cus', params.id) ? await customerById(scope.db, businessId, params.id) : null;
    if (!customer) throw notFound('customer');
    const { zone } = await scheduleOf(scope.db, businessId);
    const judged = await promisesOf(
      scope.db,
      { businessId, customerId: customer.id },
      { zone, now: scope.now },
    );
    const record = recordOf(judged.map(({ outcome }) => outcome));
    return { data: { promises: judged.map(presentPromise), ...record } };
  },
};

const requestOf = (scope: Scope, currency: Currency) => ({
  businessId: scope.actor.businessId,
  currency,
  now: scope.now,
  publicUrl: scope.publicUrl(),
});

/** A promise as its owner reads it. */
const presentPromise = ({ promise: row, outcome, invoice }: JudgedPromise): z.output<typeof promise> => ({
  id: row.id,
  _id: row.id,
  invoiceId: row.invoice_id,
  invoiceNumber: invoice.number,
  currency: invoice.currency,
  day: row.promised_for,
  amount: row.amount_minor,
  note: row.note,
  state: outcome.state,
  daysLate: outcome.daysLate,
  madeAt: row.made_at,
});

/** A message that waits as its owner reads it. */
function presentPrepared(message: Prepared): z.output<typeof preparedMessage> {
  const { step, invoice, reach } = message;
  return {
    id: step.id,
    _id: step.id,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    customerId: invoice.customer_id,
    customerName: invoice.customer_name,
    currency: invoice.currency,
    balance: message.asked,
    dueDate: invoice.due_date,
    daysLate: message.daysLate,
    promised: message.promised,
    language: message.language,
    text: message.text,
    words: message.words,
    payLine: message.payLine,
    hasNumber: reach.number !== '',
    channels: channelsOf(message),
    email: invoice.customer_email,
  };
}
