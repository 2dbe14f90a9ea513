import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { exitOnStartupError } from '#server/config/startup-errors.ts';
import { type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { decideDocuments } from '#server/modules/business/commands/documents.ts';
import {
  type DocumentsToReview,
  documentsToReview,
  documentsWaiting,
} from '#server/modules/business/queries.ts';
import type { DocumentsReview } from '#server/modules/business/rules.ts';
import { readForReview } from '#server/modules/files/flows/upload-download.ts';

// Review of the documents businesses send (docs/runbook.md); /operator is the same as a screen. Exits with 1 when there was
// nothing to do, with 2 for wrong usage. With the embedded database stop the service first.
exitOnStartupError();
const USAGE = `npm run documents                                              who waits, longest first
npm run documents -- show --business biz_… --to <folder>       writes the papers there
npm run documents -- accept --business biz_… --reason "…"      [--papers <as show printed it>]
npm run documents -- refuse --business biz_… --reason "…"      the reason is told to the owner`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    business: { type: 'string', default: '' },
    to: { type: 'string', default: '' },
    reason: { type: 'string', default: '' },
    papers: { type: 'string' },
  },
});
const [action] = positionals;
const service = await createService({ ...readConfig(), logLevel: 'error' });
try {
  process.exitCode = await run(
    systemScope(service.system, { clientAddress: 'operator', requestId: 'documents' }),
  );
} finally {
  await service.stop();
}

async function run(scope: SystemScope): Promise<number> {
  if (action === undefined) return list(scope);
  const reason = values.reason.trim();
  const isShow = action === 'show' && values.to !== '';
  const isDecision = (action === 'accept' || action === 'refuse') && reason !== '';
  if (values.business === '' || (!isShow && !isDecision)) {
    console.error(USAGE);
    return 2;
  }
  const found = await documentsToReview(scope.db, values.business);
  if (!found) return exitWith(1, `There is no business ${values.business}`);
  return isShow ? show(scope, found) : decide(scope, found, reason);
}

async function list(scope: SystemScope): Promise<number> {
  const waiting = await documentsWaiting(scope.db);
  if (waiting.length === 0) return exitWith(0, 'No documents wait.');
  for (const { businessId, name, since } of waiting)
    console.log(`${businessId}  since ${since.toISOString()}  ${name}`);
  return 0;
}

async function show(scope: SystemScope, found: DocumentsToReview): Promise<number> {
  const { businessId, name, owner, addressLines, taxLines, accountName, papers, review, seen } = found;
  console.log(`${name} (${businessId}): ${stateText(review)}
Owner: ${owner.name}, ${owner.email}${owner.confirmed ? '' : ' (not confirmed)'}
Address: ${addressLines.join(', ') || 'none'}
Numbers: ${taxLines.join(', ') || 'none'}
Payout account of: ${accountName ?? 'none'}
Papers: ${seen}`);
  await mkdir(values.to, { recursive: true, mode: 0o700 });
  for (const [paper, reference] of Object.entries(papers)) {
    if (reference === null) {
      console.log(`  ${paper}: not sent`);
      continue;
    }
    const read = await readForReview(scope, { businessId, reference, operator: '' });
    const path = read && join(values.to, `${businessId}-${paper}${extname(read.file.name)}`);
    if (read && path) await writeFile(path, read.bytes, { mode: 0o600 });
    console.log(`  ${paper}: ${path ?? `named ${reference}, but there is no such file`}`);
  }
  return 0;
}

async function decide(scope: SystemScope, found: DocumentsToReview, reason: string): Promise<number> {
  const { businessId } = found;
  const verdict = action === 'accept' ? 'accepted' : 'refused';
  const decision = { businessId, operator: '', seen: values.papers ?? found.seen, verdict, reason } as const;
  const outcome = await scope.transactAsSystem((ctx) => decideDocuments(ctx, decision));
  if (outcome === 'decided')
    return exitWith(0, `The documents of ${businessId} are ${verdict}. The owner is told.`);
  const state = outcome ? stateText(outcome.review) : 'gone';
  const changed = outcome?.review.state === 'waiting';
  return exitWith(
    1,
    changed
      ? 'The papers are others by now: look at them again with show.'
      : `Nothing was decided: the documents of ${businessId} are ${state}.`,
  );
}

function stateText({ state, since, reason }: DocumentsReview): string {
  const when = since ? ` since ${since.toISOString()}` : '';
  return `${state.replace('_', ' ')}${when}${reason ? ` (${reason})` : ''}`;
}

function exitWith(code: number, message: string): number {
  console.log(message);
  return code;
}
