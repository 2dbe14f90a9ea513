import { type KyselyPlugin, type OperationNode, sql } from 'kysely';
import type { Store } from '#server/kernel/db.ts';

/** By which columns the rows of a table are a business's. */
export type TenantKeys = ReadonlyMap<string, readonly string[]>;

/** Tables that a tenant's statement may reach without their key, each with the reason. */
const unkeyed: Record<string, string> = {
  ledger_accounts: "an account's id is made of its business's, and the service's own accounts have none",
  data_keys: 'a sealed value names its key, whose business is compared once it is read',
  passkey_challenges: 'each new one takes old ones away; the policy spares those of others',
  extension_codes: 'the same',
  passkeys: 'an authenticator names the passkey alone, whose person is compared once it is read',
};

type Node = OperationNode & Readonly<Record<string, unknown>>;
type Table = { name: string; alias: string };

const STATEMENTS = ['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'];
const isNode = (of: unknown): of is Node => typeof of === 'object' && of !== null && 'kind' in of;
const isStatement = (node: Node) => STATEMENTS.includes(node.kind);

/**
 * Whether a node below, or this one, is `wanted`; into statements within others only when `deep`. It runs for each
 * statement of each test, where a generator took five times as long.
 */
function someNode(of: unknown, wanted: (node: Node) => boolean, deep = true): boolean {
  if (Array.isArray(of)) return of.some((one) => someNode(one, wanted, deep));
  if (!isNode(of)) return false;
  if (wanted(of)) return true;
  for (const key in of) {
    const child = of[key];
    if (typeof child !== 'object' || child === null) continue;
    if (!deep && isNode(child) && isStatement(child)) continue;
    if (someNode(child, wanted, deep)) return true;
  }
  return false;
}

const nameIn = (of: unknown): string => {
  let name = '';
  someNode(of, (node) => {
    if (node.kind !== 'IdentifierNode') return false;
    name = String(node.name);
    return true;
  });
  return name;
};

/** The tables a statement names itself. */
function tablesOf(node: Node): Table[] {
  const from = [node.from, node.using].flatMap((of) =>
    isNode(of) ? ((of.froms ?? of.tables) as unknown[]) : [],
  );
  const joined = ((node.joins ?? []) as Node[]).map((join) => join.table);
  return [...from, ...joined, node.table, node.into].flatMap((of): Table[] => {
    if (!isNode(of)) return [];
    if (of.kind === 'TableNode') return [{ name: nameOfTable(of), alias: nameOfTable(of) }];
    if (of.kind === 'AliasNode' && isNode(of.node) && of.node.kind === 'TableNode')
      return [{ name: nameOfTable(of.node), alias: nameIn(of.alias) }];
    return [];
  });
}

const nameOfTable = (node: Node): string => nameIn((node.table as Node).identifier);

/** The conditions that must all hold. */
function conditionsOf(node: unknown): Node[] {
  if (!isNode(node)) return [];
  if (node.kind === 'AndNode') return [...conditionsOf(node.left), ...conditionsOf(node.right)];
  if (node.kind === 'ParensNode') return conditionsOf(node.node);
  return [node];
}

/** Whether one condition pins a table's key to something. */
function restrictsToKey(condition: Node, { alias }: Table, keys: readonly string[]): boolean {
  if (condition.kind === 'RawNode') {
    const text = textOf(condition);
    return keys.some((key) => new RegExp(`\\b${key}\\b`).test(text));
  }
  if (condition.kind !== 'BinaryOperationNode') return false;
  if (!['=', 'in', 'is not distinct from'].includes(String((condition.operator as Node).operator)))
    return false;
  const isKey = (node: Node) =>
    node.kind === 'ReferenceNode' &&
    keys.includes(nameIn(node.column)) &&
    (node.table === undefined || nameOfTable(node.table as Node) === alias);
  return someNode([condition.leftOperand, condition.rightOperand], isKey, false);
}

const textOf = (node: Node): string =>
  (node.sqlFragments as string[])
    .map((fragment, at) => {
      const next = (node.parameters as Node[])[at];
      if (!next) return fragment;
      // It is looked at by itself.
      if (isStatement(next)) return `${fragment}(…)`;
      return (
        fragment + (next.kind === 'RawNode' ? textOf(next) : next.kind === 'ValueNode' ? '?' : nameIn(next))
      );
    })
    .join('');

/** The tables of tenants that a statement reaches without their key. */
export function tablesWithoutKey(root: OperationNode, tenantKeys: TenantKeys): string[] {
  const missing = new Set<string>();
  someNode(root, (node) => {
    if (isStatement(node)) for (const name of ofStatement(node, tenantKeys)) missing.add(name);
    if (node.kind === 'RawNode') for (const name of ofText(textOf(node), tenantKeys)) missing.add(name);
    return false;
  });
  return [...missing].filter((name) => !(name in unkeyed));
}

function ofStatement(node: Node, tenantKeys: TenantKeys): string[] {
  const conditions = [node.where, ...((node.joins ?? []) as Node[]).map((join) => join.on)].flatMap((of) =>
    isNode(of) ? conditionsOf(of.where ?? of.on) : [],
  );
  const columns = ((node.columns ?? []) as Node[]).map(nameIn);
  return tablesOf(node)
    .filter((table) => {
      const keys = tenantKeys.get(table.name);
      if (!keys) return false;
      if (node.kind === 'InsertQueryNode') return !keys.some((key) => columns.includes(key));
      return !conditions.some((condition) => restrictsToKey(condition, table, keys));
    })
    .map(({ name }) => name);
}

function ofText(text: string, tenantKeys: TenantKeys): string[] {
  const named = [...text.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/gi)].map(
    (found) => found[1] ?? '',
  );
  return named.filter((name) => {
    const keys = tenantKeys.get(name);
    return keys && !keys.some((key) => new RegExp(`\\b${key}\\b`).test(text));
  });
}

/** Tenant keys of all tables with policies, from the catalogue. */
export async function tenantKeysOf({ db }: Pick<Store, 'db'>): Promise<TenantKeys> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname in ('business_id', 'user_id', 'actor')
    where exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') group by 1`.execute(
    db,
  );
  const keys = new Map<string, string[]>();
  for (const { name, columns } of rows)
    keys.set(name, columns.includes('business_id') ? ['business_id'] : columns);
  // The acting business is known by both names.
  keys.set('users', ['business_id', 'id']);
  keys.set('security_events', ['business_id', 'user_id']);
  return keys;
}

/** The store of a test: a statement for a business that names a tenant's table without its key is an error there. */
export async function guarded(store: Store): Promise<Store> {
  const keys = await tenantKeysOf(store);
  const guard: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const missing = tablesWithoutKey(node, keys);
      if (missing.length === 0) return node;
      const violation = `a statement for one business names ${missing.join(', ')} without its key`;
      console.error(violation, new Error('it was made here').stack);
      throw new Error(violation);
    },
    transformResult: async ({ result }) => result,
  };
  return { ...store, forBusiness: (businessId) => store.forBusiness(businessId).withPlugin(guard) };
}
