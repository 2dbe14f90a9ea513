import { expect, test } from 'vitest';
import { BUILT_IN_ONLY } from '#server/modules/assistant/interpret-message.ts';
import { type Memory, NO_MEMORY } from '#server/modules/assistant/language/types.ts';
import { outcomeOf } from '#server/modules/assistant/plan.ts';
import { understand } from '#server/modules/assistant/language/understand.ts';
import { modelTools } from '#server/modules/assistant/model/tools.ts';
import { type Example, examplesOf, type Expected } from '../../eval/assistant/cases.ts';
import { type Answered, judge } from '../../eval/assistant/score.ts';

type Call = { tool: string; input: Record<string, unknown> };

const talks: Record<string, Call> = {
  help: { tool: 'help', input: {} },
  off_topic: { tool: 'off_topic', input: {} },
  ambiguous: { tool: 'ask_back', input: {} },
};

/** The tool call of a model that understands everything; null where it is not asked. */
function callOf({ intent, draft, filters, customer, mustAsk }: Expected, memory: Memory): Call | null {
  if (intent === 'create_invoice' || (intent === 'edit_draft' && draft)) {
    const { then: next, channels } = filters ?? {};
    const later = next === 'send_invoice' ? { thenSend: channels ?? [] } : {};
    const { total: _, currency, ...draftFields } = draft ?? { total: null, currency: null, items: [] };
    const due = mustAsk === 'dueDate' ? { dueDate: '2020-01-01' } : {};
    const money = { currency: currency ?? (mustAsk === 'currency' ? 'other' : 'NGN') };
    const open = memory.pending?.draft ?? null;
    if (intent === 'create_invoice' || !open)
      return { tool: 'create_invoice', input: { ...draftFields, ...money, ...due, ...later } };
    const gone = (['customerEmail', 'customerPhone', 'discount', 'dueDate'] as const).filter(
      (field) => open[field] !== null && draft?.[field] === null,
    );
    return { tool: 'edit_draft', input: { ...draftFields, ...money, ...due, ...later, without: gone } };
  }
  if (intent === 'edit_draft')
    return {
      tool: memory.pending?.action ?? 'send_invoice',
      input: { ...memory.pending?.filters, ...filters },
    };
  if (intent === 'add_customer')
    return { tool: 'add_customer', input: { ...customer, noEmail: mustAsk === null } };
  if (BUILT_IN_ONLY.has(intent)) return null;
  return talks[intent] ?? { tool: intent, input: { ...filters } };
}

function answered({ now, turns }: Example): Answered[] {
  const surroundings = {
    today: now.slice(0, 10),
    currency: 'NGN' as const,
    taxRate: 0,
    knownNames: [],
  };
  let memory = NO_MEMORY;
  return turns.map(({ user, expect: wanted }) => {
    const call = callOf(wanted, memory);
    const offer = modelTools.find(({ name }) => name === call?.tool);
    const understood = offer
      ? offer.understand(call?.input, { memory, business: surroundings })
      : understand(user, memory, surroundings);
    ({ memory } = understood);
    return { ...outcomeOf(understood), breaches: [] };
  });
}

test('whatever the examples mean can be told through the offers a model has', () => {
  const wrong = examplesOf('eval/assistant/utterances.jsonl')
    .flatMap((example) => judge(example, answered(example)))
    .filter((judged) => judged.mismatches.length > 0 && callOf(judged.expected, NO_MEMORY) !== null)
    .map(
      ({ id, turn, user, mismatches: fields, got }) =>
        `${id}.${turn} ${user}: ${fields.join()} ${JSON.stringify(got?.filters)} ${got?.asks}`,
    );
  expect(wrong).toEqual([]);
});
