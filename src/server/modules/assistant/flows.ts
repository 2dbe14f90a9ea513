import type { Outcome } from '#contract/assistant.ts';
import { IMAGE_MARKER } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { AppError } from '#core/errors.ts';
import type { UploadedFile } from '#server/request-body.ts';
import type { Scope } from '#server/scope.ts';
import {
  bestCustomers,
  lastSale,
  outstanding,
  receivedByMonth,
  receivedIn,
  salesBetween,
} from '../analytics/tools.ts';
import { upload } from '../files/flows.ts';
import { fileUrl } from '../files/rules.ts';
import { todayFor } from '../invoices/queries.ts';
import { addAnswer, ask, type Image } from './commands.ts';
import { project } from './projection.ts';
import type { MessageRow } from './queries.ts';
import {
  guidance,
  moneyIn,
  periodBefore,
  PICTURE_KEPT,
  salesProjection,
  salesReport,
  topCustomers,
  whatIsOwed,
} from './replies.ts';
import { type Understood, understand } from './understand.ts';

export type Question = {
  currency: Currency;
  prompt?: string | undefined;
  replaces?: string | undefined;
  file: UploadedFile | null;
};

/** An answer worked out but not yet kept: a stream may end before all of it was read. */
export type Prepared = { question: MessageRow; text: string; outcome: Outcome };

const ONLY_A_PICTURE = 'Invoice image uploaded';
const BEST_OF_A_LIST = 5;

/** Keeps the question and its picture, and works out the answer. */
export async function prepare(
  scope: Scope,
  { currency, prompt, replaces, file }: Question,
): Promise<Prepared> {
  if (!prompt && !file)
    throw new AppError('invalid_input', 'Type a message', {
      errors: [{ path: 'prompt', message: 'Type a message' }],
    });
  const image = file && (await keepPicture(scope, file));
  const content = image ? `${IMAGE_MARKER}${prompt ?? ONLY_A_PICTURE}` : (prompt ?? '');
  const question = await scope.transact((ctx) => ask(ctx, { role: 'user', content, image }, replaces));
  const today = await todayFor(scope.db, scope.actor.businessId, scope.now);
  const understood: Understood = prompt ? understand(prompt, today) : { intent: 'create_invoice' };
  const text = image ? PICTURE_KEPT : await reply(scope, currency, understood, today);
  return { question, text, outcome: outcomeOf(understood) };
}

/** Keeps the answer, or as much of it as was read. */
export const keepAnswer = (
  scope: Scope,
  { question, outcome }: Prepared,
  text: string,
): Promise<MessageRow> =>
  scope.transact((ctx) => addAnswer(ctx, question, { role: 'assistant', content: text, outcome }));

async function keepPicture(scope: Scope, file: UploadedFile): Promise<Image> {
  const kept = await upload(scope, file, 'invoice');
  return {
    hasImage: true,
    imagePath: fileUrl(kept.id),
    imageOriginalName: kept.name,
    imageMimeType: kept.mime_type,
    imageSize: kept.size,
  };
}

async function reply(
  scope: Scope,
  currency: Currency,
  { intent, period, horizonMonths }: Understood,
  today: CalendarDate,
): Promise<string> {
  const { db } = scope;
  const whose = { businessId: scope.actor.businessId, currency };
  const money = moneyIn(currency);
  if (intent === 'sales_report' && period)
    return salesReport(
      money,
      period,
      await salesBetween(db, whose, period, today),
      await receivedIn(db, whose, periodBefore(period)),
      await lastSale(db, whose),
    );
  if (intent === 'sales_projection' && horizonMonths) {
    const months = await receivedByMonth(db, whose, today);
    const { owed } = await outstanding(db, whose, today);
    const projection = project(
      months.map(({ amount }) => amount),
      horizonMonths,
    );
    return salesProjection(money, today, projection, owed);
  }
  if (intent === 'outstanding_total') return whatIsOwed(money, await outstanding(db, whose, today));
  if (intent === 'top_customers' && period)
    return topCustomers(money, period, await bestCustomers(db, whose, period, BEST_OF_A_LIST));
  return guidance(intent);
}

const pointTo: Partial<Record<Outcome['intent'], string>> = {
  withdraw: 'withdrawal',
  change_bank_details: 'settings',
  record_payment: 'payments',
};

function outcomeOf({ intent, period, horizonMonths }: Understood): Outcome {
  const place = pointTo[intent];
  const filters = { ...period, ...(horizonMonths ? { horizonMonths } : {}) };
  return {
    intent,
    draft: null,
    filters: Object.keys(filters).length > 0 ? filters : null,
    customer: null,
    asks: intent === 'ambiguous' ? 'intent' : null,
    refused: place ? { pointTo: place } : null,
    does: null,
    proposalId: null,
  };
}
