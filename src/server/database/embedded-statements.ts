import { type PGlite, protocol } from '@electric-sql/pglite';
import { statementNames, wasPlannedBefore } from './statements.ts';

/** A statement and its values. One with a name of its own is kept from the first time on. */
export type Statement = { text: string; values: readonly unknown[]; name?: string };

type Outcome = { rows: Record<string, unknown>[]; affectedRows: number };

/** An open transaction of the embedded database, which nothing else enters until it has ended. */
export type EmbeddedTransaction = {
  run(statement: Statement): Promise<Outcome>;
  /** Refuses, with the code 25P02, where a statement of it had failed: nothing was kept then. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
};

/** The statements of the embedded database. */
export type EmbeddedStatements = {
  /** All of them or none, in one transaction; gives what the last one gave. */
  run(statements: Statement[]): Promise<Outcome>;
  /** Opens a transaction with these. */
  begin(statements: Statement[]): Promise<EmbeddedTransaction>;
};

type Plan = {
  name: string;
  parameters: ((value: unknown) => string)[];
  columns: { name: string; parse: ((text: string) => unknown) | undefined }[];
};

const { serialize } = protocol;
const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] };
const ROLLBACK: Statement = { name: 'rollback', text: 'rollback', values: [] };
const UNNAMED = '';

/**
 * Sends the embedded database its statements in one step each, or several in one, those that come again parsed and planned
 * once. Its own `query` takes six steps and plans every time, on the thread that serves everybody.
 */
export function embeddedStatements(pglite: PGlite): EmbeddedStatements {
  const send = senderTo(pglite);
  const run = async (statements: Statement[]) => {
    const release = await turnOf(pglite);
    try {
      return await send(statements);
    } finally {
      release();
    }
  };
  const begin = async (statements: Statement[]): Promise<EmbeddedTransaction> => {
    const release = await turnOf(pglite);
    const end = async (statement: Statement) => {
      try {
        return await send([statement]);
      } finally {
        release();
      }
    };
    try {
      await send([BEGIN, ...statements]);
    } catch (error) {
      await end(ROLLBACK);
      throw error;
    }
    return {
      run: (statement) => send([statement]),
      commit: async () => {
        if ((await end(COMMIT)).command === 'ROLLBACK')
          throw Object.assign(new Error('The transaction was rolled back'), { code: '25P02' });
      },
      rollback: async () => void (await end(ROLLBACK)),
    };
  };
  return { run, begin };
}

/** Waits until no transaction is open; the next waits for the call of what it gives. */
const turnOf = (pglite: PGlite): Promise<() => void> =>
  new Promise((given, refuse) => {
    pglite._runExclusiveTransaction(() => new Promise<void>((release) => given(release))).catch(refuse);
  });

function senderTo(pglite: PGlite) {
  const names = statementNames();
  const plans = new Map<string, Plan>();
  const exchange = (messages: Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });

  const planOf = async ({ text, name = names.of(text) ?? UNNAMED }: Statement): Promise<Plan> => {
    const known = plans.get(name);
    if (known) return known;
    const plan: Plan = { name, parameters: [], columns: [] };
    for (const message of await exchange([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ])) {
      if (isParameters(message))
        plan.parameters = message.dataTypeIDs.map((type) => pglite.serializers[type] ?? String);
      if (isColumns(message))
        plan.columns = message.fields.map((field) => ({
          name: field.name,
          parse: pglite.parsers[field.dataTypeID],
        }));
    }
    if (name !== UNNAMED) plans.set(name, plan);
    return plan;
  };

  const once = async (statements: Statement[]) => {
    const messages: Uint8Array[] = [];
    let plan: Plan | undefined;
    for (const statement of statements) {
      plan = await planOf(statement);
      messages.push(...callOf(plan, statement.values));
    }
    return outcomeOf(await exchange(messages), statements.length, plan?.columns ?? []);
  };

  return (statements: Statement[]) =>
    pglite.runExclusive(async () => {
      try {
        return await once(statements);
      } catch (error) {
        if (!wasPlannedBefore(error)) throw error;
        for (const { text, name } of statements) if (name === undefined) names.renew(text);
        if (pglite.isInTransaction()) throw error;
        return once(statements);
      }
    });
}

function callOf({ name, parameters }: Plan, values: readonly unknown[]): Uint8Array[] {
  const texts = values.map((value, at) =>
    value === null || value === undefined ? null : (parameters[at] ?? String)(value),
  );
  return [serialize.bind({ statement: name, values: texts }), serialize.execute({})];
}

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
type Parameters = Message & { dataTypeIDs: number[] };
type Columns = Message & { fields: { name: string; dataTypeID: number }[] };
type Row = Message & { fields: (string | null)[] };
type Complete = Message & { text: string };

const isParameters = (message: Message): message is Parameters => message.name === 'parameterDescription';
const isColumns = (message: Message): message is Columns => message.name === 'rowDescription';
const isRow = (message: Message): message is Row => message.name === 'dataRow';
const isComplete = (message: Message): message is Complete => message.name === 'commandComplete';

function outcomeOf(messages: Message[], statements: number, columns: Plan['columns']) {
  const rows: Record<string, unknown>[] = [];
  let command = '';
  let affectedRows = 0;
  let completed = 0;
  for (const message of messages) {
    if (isComplete(message) && ++completed === statements) {
      command = message.text.split(' ')[0] ?? '';
      if (/^(?:INSERT|UPDATE|DELETE|MERGE) /.test(message.text))
        affectedRows = Number(message.text.split(' ').at(-1));
    }
    if (!isRow(message) || completed < statements - 1) continue;
    const row: Record<string, unknown> = {};
    columns.forEach(({ name, parse }, at) => {
      const text = message.fields[at] ?? null;
      row[name] = text === null || !parse ? text : parse(text);
    });
    rows.push(row);
  }
  return { rows, affectedRows, command };
}
