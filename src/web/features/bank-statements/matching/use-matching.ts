import { useState } from 'react';
import { MAX_MATCHES } from '#contract/bank-statements.ts';
import { ApiError } from '#contract/client.ts';
import { minor } from '#core/money.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { messageOf, requestKeys } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { StatementLine, useRecord } from '../api.ts';
import { texts } from '../texts.ts';
import { type Choice, firstChoice, isSure, planOf, suggestedTax } from './plan.ts';

type Decision = {
  choice?: Choice;
  ticked?: boolean;
  again?: boolean;
  withheld?: WithholdingKind | null | undefined;
};

/** Why a line was refused; `again` where it may be recorded all the same. */
export type Refusal = { lineId: string; message: string; again: boolean };

/** Ticks and choices of the open lines; sure ones begin ticked. */
export function useMatching(lines: readonly StatementLine[], record: ReturnType<typeof useRecord>) {
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [result, setResult] = useState<{ recorded: number; confirmed: number } | null>(null);
  const decide = (id: string, change: Decision) => {
    setDecisions((before) => ({ ...before, [id]: { ...before[id], ...change } }));
    if (refusal?.lineId === id) setRefusal(null);
  };
  const choiceOf = (line: StatementLine) => decisions[line.id]?.choice ?? firstChoice(line);
  const withheldOf = (line: StatementLine) => {
    const decided = decisions[line.id]?.withheld;
    return decided === undefined ? suggestedTax(line, choiceOf(line)) : decided;
  };
  const isTicked = (line: StatementLine) =>
    (decisions[line.id]?.ticked ?? isSure(line)) && planOf(line, choiceOf(line)) !== null;
  const ticked = lines.filter(isTicked).slice(0, MAX_MATCHES);
  const sum = minor(ticked.reduce((total, { amount }) => total + amount, 0));
  const matches = ticked.flatMap((line) => {
    const plan = planOf(line, choiceOf(line));
    const confirmed = decisions[line.id]?.again ? { confirmDuplicate: true } : {};
    const kind = plan?.mayBeTax ? withheldOf(line) : null;
    return plan ? [{ ...plan.match, ...confirmed, ...(kind ? { withheld: kind } : {}) }] : [];
  });
  const [keyFor] = useState(requestKeys);
  const run = () => {
    if (matches.length === 0 || record.isPending) return;
    setRefusal(null);
    record.mutate(
      { matches, key: keyFor(matches) },
      {
        onSuccess: ({ data }) => setResult(data),
        onError: (error) => {
          setRefusal(refusalOf(error));
          toast.error(`${texts.record.refused}. ${messageOf(error)}`);
        },
      },
    );
  };
  return {
    choiceOf,
    withheldOf,
    isTicked,
    decide,
    ticked,
    sum,
    run,
    busy: record.isPending,
    refusal,
    result,
  };
}

export type Matching = ReturnType<typeof useMatching>;

function refusalOf(error: unknown): Refusal | null {
  const lineId = error instanceof ApiError ? error.data.lineId : null;
  if (typeof lineId !== 'string') return null;
  return { lineId, message: messageOf(error), again: Object(error).code === 'possible_duplicate' };
}
