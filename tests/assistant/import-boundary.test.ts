import { expect, test } from 'vitest';
import { actions } from '#contract/assistant.ts';
import { scanFolder } from '../source-scan.ts';

const sources = new Map(scanFolder('src/server').map((source) => [source.path, source]));
const isTest = (path: string) => /\.test\.ts$|\/testing\.ts$/.test(path);

/** Every file that code of these may run, by following imports. */
function reachOf(starts: readonly string[]): Map<string, string> {
  const from = new Map(starts.map((path) => [path, '']));
  for (const [path] of from)
    for (const { target, ours, typeOnly } of sources.get(path)?.imports ?? [])
      if (ours && !typeOnly && !from.has(target)) from.set(target, path);
  return from;
}

const wayTo = (path: string, from: Map<string, string>): string => {
  const before = from.get(path);
  return before ? `${wayTo(before, from)} → ${path}` : path;
};

// Money leaving, money of providers, taking a payment back, bank details, PIN, sign-in, and the account as a whole. Recording money that
// came without a provider is within reach: it moves none.
const OUT_OF_REACH =
  /^src\/server\/(modules\/(withdrawals|account|webhooks|reconciliation)\/|modules\/payments\/(flows|commands\/(?!offline|claims|allocations|receipts))|modules\/identity\/(commands|flows)|modules\/business\/(commands|flows)|modules\/ledger\/commands|adapters\/)/;

test('no way leads from the assistant or its tools to what it must never do', () => {
  const starts = [...sources.keys()].filter(
    (path) => /^src\/server\/modules\/(assistant\/|\w+\/tools[./])/.test(path) && !isTest(path),
  );
  expect(starts.length).toBeGreaterThan(40);
  const reached = reachOf(starts);
  expect(
    [...reached.keys()].filter((path) => OUT_OF_REACH.test(path)).map((path) => wayTo(path, reached)),
  ).toEqual([]);
});

test('no way leads from the service to the rules and weights that find the fields of papers: a process of its own has them', () => {
  const reached = reachOf(['src/server/main.ts']);
  expect(reached.has('src/server/modules/capture/flows.ts')).toBe(true);
  const finding =
    /^src\/server\/modules\/capture\/(extract|invoices|find-task|fields|header|items|layout|totals\/(?!roles))/;
  expect(
    [...reached.keys()].filter((path) => finding.test(path)).map((path) => wayTo(path, reached)),
  ).toEqual([]);
});

test('these things can be done by confirming, and no more', () => {
  expect([...actions].toSorted()).toEqual([
    'add_customer',
    'change_plan',
    'convert_quote',
    'create_invoice',
    'create_plan',
    'create_quote',
    'credit_note',
    'customer_statement',
    'delete_invoice',
    'note_claim',
    'note_promise',
    'record_payment',
    'send_invoice',
    'send_reminder',
    'withholding',
    'write_off',
  ]);
});
