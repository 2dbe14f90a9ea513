import { kycDocumentNames } from '#contract/business.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { decideDocuments } from '#server/modules/business/commands/documents.ts';
import {
  type DocumentsToReview,
  documentsToReview,
  documentsWaiting,
  trustOf,
} from '#server/modules/business/queries.ts';
import { answerOf, readForReview } from '#server/modules/files/flows/upload-download.ts';
import { fileOfReference } from '#server/modules/files/queries.ts';
import type { OperatorVisit } from './gate.ts';
import { timeText } from './layout.ts';
import { commonReasons, listPage, type Review, reviewPage } from './review.ts';

const MOST_REASON = 400;

const doneTexts: Record<string, string> = {
  accepted: 'The documents are accepted. The owner gets an email.',
  refused: 'The documents are refused. The owner gets an email with your reason.',
};

/** Businesses that wait, longest first. */
export async function listWaiting({ c, scope, frame }: OperatorVisit): Promise<Response> {
  const done = doneTexts[c.req.query('done') ?? ''] ?? null;
  return c.html(listPage(frame, await documentsWaiting(scope.db), done));
}

/** One business with its papers. */
export const showBusiness = async (visit: OperatorVisit): Promise<Response> =>
  show(visit, await businessOf(visit));

/** The bytes of one paper, recorded as read by this operator. */
export async function servePaper(visit: OperatorVisit): Promise<Response> {
  const { c, scope, operator } = visit;
  const paper = kycDocumentNames.find((name) => name === c.req.param('paper'));
  const { businessId, papers } = await businessOf(visit);
  const reference = paper ? papers[paper] : null;
  const read = reference === null ? null : await readForReview(scope, { businessId, reference, operator });
  if (!read) throw notFound('paper');
  return answerOf(read.file, read.bytes, { shown: true });
}

/** Accepts or refuses the documents; a refusal wants a reason. */
export async function decide(visit: OperatorVisit, form: URLSearchParams): Promise<Response> {
  const { c, scope, operator } = visit;
  const verdict = (['accepted', 'refused'] as const).find((one) => one === form.get('verdict'));
  if (!verdict) throw new AppError('bad_request', 'Choose whether you accept or refuse');
  const found = await businessOf(visit);
  const typed = typedReason(form);
  const reason = verdict === 'refused' ? [typed.common, typed.reason].filter(Boolean).join(' ') : '';
  if (verdict === 'refused' && reason === '')
    return show(visit, found, { wrong: 'Choose a reason, or write one', typed }, 422);
  const { businessId } = found;
  const decision = { businessId, operator, seen: form.get('seen') ?? '', verdict, reason };
  const outcome = await scope.transactAsSystem((ctx) => decideDocuments(ctx, decision));
  if (outcome === 'decided') return c.redirect(`/operator?done=${verdict}`, 303);
  if (!outcome) throw notFound('business');
  return show(visit, outcome, { problem: tooLate(outcome.review), typed }, 409);
}

function tooLate({ state, since }: DocumentsToReview['review']): string {
  const at = since ? timeText(since) : '';
  if (state === 'waiting')
    return 'Nothing was decided: the owner sent other papers or changed the name meanwhile. Look again.';
  if (state === 'not_sent') return 'Nothing was decided: the papers are gone.';
  return `Nothing was decided: somebody else ${state} these documents on ${at}.`;
}

async function businessOf({ c, scope }: OperatorVisit): Promise<DocumentsToReview> {
  const businessId = c.req.param('businessId') ?? '';
  const found = isId('biz', businessId) ? await documentsToReview(scope.db, businessId) : null;
  if (!found) throw notFound('business');
  return found;
}

async function show(
  { c, scope, frame }: OperatorVisit,
  found: DocumentsToReview,
  more: Partial<Pick<Review, 'problem' | 'wrong' | 'typed'>> = {},
  status: 200 | 409 | 422 = 200,
): Promise<Response> {
  const papers: Review['papers'] = {};
  for (const name of kycDocumentNames) {
    const reference = found.papers[name];
    const file = reference && (await fileOfReference(scope.db, found.businessId, reference));
    papers[name] = file ? { name: file.name, isPicture: file.mime_type.startsWith('image/') } : null;
  }
  const { level } = await trustOf(scope.db, found.businessId, scope.now);
  const empty = { problem: null, wrong: null, typed: { common: '', reason: '' } };
  return c.html(reviewPage(frame, { found, papers, level, ...empty, ...more }), status);
}

// Told to the owner as it is: one line, and nothing invisible.
function typedReason(form: URLSearchParams): Review['typed'] {
  const common = commonReasons.find((one) => one === form.get('common')) ?? '';
  const reason = (form.get('reason') ?? '')
    .toWellFormed()
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MOST_REASON);
  return { common, reason };
}
