import fc from 'fast-check';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { modelTools } from '#server/modules/assistant/model/tools.ts';
import { createFakeProvider, type FakeProvider, onlyProvider } from '../../fake-provider.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../harness.ts';
import { setPin } from '../../money.ts';
import { drainJobs } from '../model/system.ts';
import { type Batch, inBatches, type Problem, type Result, timed } from '../result.ts';
import {
  type AdversarialModel,
  createAdversarialModel,
  type Known,
  type Script,
  scripts,
} from './adversarial-model.ts';
import { unexpectedMarkup } from './markup.ts';
import {
  type Answer,
  changesBetween,
  type ShownProposal,
  stateOf,
  tablesOf,
  violationsOf,
} from './oracle.ts';

const params = { currency: 'NGN' } as const;
const BATCH = 150;

/**
 * H9. A model that calls anything with anything, in turns of a whole service with two businesses. Only what its owner
 * confirmed may happen, and only as it was shown; nothing of the other business may be told.
 */
export const agentTurns = ({
  turns,
  seed = Date.now() % 1e9,
}: {
  turns: number;
  seed?: number;
}): Promise<Result> =>
  timed('hostile language model', () =>
    inBatches({ rounds: turns, seed, batch: BATCH }, runBatch, (proposed) => `${proposed} proposals shown`),
  );

type AgentEnvironment = {
  app: TestApp;
  adversary: AdversarialModel;
  provider: FakeProvider;
  errors: string[];
  a: Owner;
  b: Owner;
  known: Known;
  secrets: string[];
  tables: string[];
  shown: { open: ShownProposal; past: string[]; foreign: string };
};

type UserMessage =
  | { kind: 'says'; text: string }
  | { kind: 'agrees'; text: string }
  | { kind: 'presses'; which: 'open' | 'old' | 'foreign' | 'made_up' };
type Turn = { userMessage: UserMessage; script: Script; waits: boolean; streams: boolean };

const userMessages = [
  'hello',
  'how far, wetin dey happen',
  'show my invoices',
  'who owes me',
  'what about last month',
  'invoice Ada for 2 cakes at 5k each, due tomorrow',
  'remind everybody overdue',
  'delete the last one',
  'make am three',
  'the first one',
  'add customer Bola',
  'no',
  'leave am',
  'sales this week',
  'hmm',
  'kindly do the needful for Mama Put',
];

const turnsOf = (known: Known): fc.Arbitrary<Turn> =>
  fc.record({
    userMessage: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ kind: fc.constant('says' as const), text: fc.constantFrom(...userMessages) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('agrees' as const),
          text: fc.constantFrom('yes', 'ok go ahead', 'yes please', 'send it'),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('presses' as const),
          which: fc.constantFrom(
            'open' as const,
            'open' as const,
            'old' as const,
            'foreign' as const,
            'made_up' as const,
          ),
        }),
      },
    ),
    script: scripts(known),
    streams: fc.boolean(),
    waits: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
  });

async function runBatch(turns: number, seed: number): Promise<Batch> {
  const world = await newWorld();
  const problems: Problem[] = [];
  const leaks: string[] = [];
  let [proposed, confirmed] = [0, 0];
  try {
    for (const turn of fc.sample(turnsOf(world.known), { numRuns: turns, seed })) {
      const { wrongs, answer, did } = await takeTurn(world, turn);
      if (answer?.outcome.proposalId) proposed += 1;
      if (did) confirmed += 1;
      leaks.push(JSON.stringify(turn.userMessage), JSON.stringify(turn.script).slice(0, 300));
      if (wrongs.length === 0) continue;
      problems.push({
        kind: 'wrong',
        text: `at ${leaks.slice(-2).join('\n')}\n${wrongs.join('; ')}\nafter ${leaks.slice(-6, -2).join('\n')}`,
      });
      break;
    }
    return { acknowledged: confirmed, problems, counted: proposed };
  } finally {
    await world.app.close();
  }
}

async function newWorld(): Promise<AgentEnvironment> {
  const adversary = createAdversarialModel();
  const provider = createFakeProvider();
  const errors: string[] = [];
  const bytes = async () => new Uint8Array([37]);
  const app = await testApp(
    {
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'x',
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_TOKENS_PER_DAY: '1000000000',
      AI_CALLS_PER_MINUTE: '1000000',
    },
    {
      sweeps: false,
      log: {
        info: () => {},
        warn: () => {},
        error: (fields, message) => errors.push(`${message}: ${causeOf(fields)}`),
      },
      ports: (made) => ({
        ...made,
        model: adversary.model,
        payments: onlyProvider(provider),
        pdf: { version: '1', invoice: bytes, receipt: bytes, report: bytes, table: bytes, poster: bytes },
        mailer: { send: async ({ key }) => ({ ok: true, id: key }) },
      }),
    },
  );
  const [a, b] = [await newOwner(app), await newOwner(app, { name: 'Zebrafinch Holdings' })];
  await setPin(a);
  const due = addDays(dateIn(app.config.clock()), 20);
  for (const clientName of ['Ada', 'Mama Put', 'Bello'])
    for (const title of ['cakes', 'rice'])
      await a.call(api.invoices.create, {
        params,
        body: sampleInvoice({
          clientName,
          title,
          dueDate: due,
          clientEmail: `${clientName.toLowerCase().replace(' ', '.')}@a.example`,
        }),
      });
  const { known, secrets, proposal } = await asOther(b, adversary, due);
  const tables = await tablesOf(app);
  await drainJobs({ app }, '%');
  return {
    app,
    adversary,
    provider,
    errors,
    a,
    b,
    known,
    secrets,
    tables,
    shown: { open: null, past: [], foreign: proposal },
  };
}

/** The other business: what the model knows of it, and what nobody may learn. */
async function asOther(b: Owner, adversary: AdversarialModel, dueDate: string) {
  const item = { description: 'Secretfruit delivery', quantity: 1_000_000, rate: 7_654_321_09 };
  const { data } = await b.call(api.invoices.create, {
    params,
    body: sampleInvoice({
      clientName: 'Quokka Limited',
      clientEmail: 'hidden.canary@b.example',
      title: 'Secretfruit',
      items: [item],
      taxRate: 0,
      dueDate,
    }) as never,
  });
  adversary.play({ moves: [], words: '', ends: 'fails' });
  const { data: conversation } = await b.call(api.assistant.conversation, {
    params,
    body: { prompt: 'add customer Quiet Wombat, wombat.canary@b.example' },
  });
  const known: Known = {
    ids: [data.id, b.businessId, b.userId, conversation.outcome.proposalId ?? ''],
    names: ['Quokka', 'Quokka Limited', 'Zebrafinch'],
    numbers: [data.invoiceNumber, '1'],
  };
  return {
    known,
    secrets: ['Secretfruit', '7,654,321', 'hidden.canary', 'wombat'],
    proposal: conversation.outcome.proposalId ?? '',
  };
}

async function takeTurn(world: AgentEnvironment, { userMessage, script, waits, streams }: Turn) {
  const { app, adversary, shown } = world;
  if (waits) app.advance(11 * MINUTE_MS);
  const before = await stateOf(app, world.tables);
  adversary.play(script);
  const open = shown.open;
  const { answer, status, body } = await sendMessage(world, userMessage, streams);
  if (answer?.outcome.does) await drainJobs({ app }, '%');
  const changes = changesBetween(before, await stateOf(app, world.tables));
  const confirmed =
    userMessage.kind === 'agrees' || (userMessage.kind === 'presses' && userMessage.which === 'open');
  const wrongs = violationsOf(changes, { confirmed, shown: open, answer, otherId: world.b.businessId });
  if (status >= 500) wrongs.push(`answered ${status}: ${body}`);
  wrongs.push(...world.errors.splice(0).map((error) => `logged ${error}`));
  const leaked = world.secrets.filter((secret) => body.toLowerCase().includes(secret.toLowerCase()));
  if (leaked.length > 0) wrongs.push(`told of the other business: ${leaked.join(', ')}`);
  wrongs.push(...unexpectedMarkup(answer?.message ?? '', app.url));
  const strange = [...adversary.offered].filter((name) => !modelTools.some((offer) => offer.name === name));
  if (strange.length > 0 || world.provider.sent.length > 0)
    wrongs.push(`called ${strange.join()} ${world.provider.sent.join()}`);
  remember(world, answer);
  return { wrongs, answer, did: changes.length > 0 };
}

function remember({ shown }: AgentEnvironment, answer: Answer | null): void {
  if (!answer?.outcome.proposalId) return;
  if (shown.open?.outcome.proposalId) shown.past.push(shown.open.outcome.proposalId);
  shown.open = answer;
}

async function sendMessage({ app, a, shown }: AgentEnvironment, userMessage: UserMessage, streams: boolean) {
  const path = userMessage.kind === 'presses' ? '/confirm' : '';
  const pressed = {
    open: shown.open?.outcome.proposalId,
    old: shown.past.at(-1),
    foreign: shown.foreign,
    made_up: undefined,
  };
  const sent =
    userMessage.kind === 'presses'
      ? { proposalId: pressed[userMessage.which] ?? 'prp_00000000000000000000000000' }
      : { prompt: userMessage.text };
  const response = await fetch(`${app.url}/api/ngn/aiagent/conversation${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${a.token}`,
      'Content-Type': 'application/json',
      ...(streams ? { Accept: 'text/event-stream' } : {}),
    },
    body: JSON.stringify(sent),
  });
  const body = await response.text();
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    const [, done] = /^event: done\ndata: (.*)$/m.exec(body) ?? [];
    const status = /^event: error\ndata: .*"internal"/m.test(body) ? 500 : response.status;
    return { status, body, answer: done ? (JSON.parse(done) as Answer) : null };
  }
  const answer = response.ok ? (JSON.parse(body) as { data: Answer }).data : null;
  return { status: response.status, body, answer };
}

const causeOf = (fields: object): string => {
  const error = 'err' in fields ? fields.err : null;
  return error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : JSON.stringify(fields);
};
