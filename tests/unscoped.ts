import {
  type BinaryOperationNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  sql,
} from 'kysely';
import type { Store } from '#server/kernel/db.ts';

const TRUE = sql`true`.toOperationNode();

const nameOf = (node: OperationNode): string | null => {
  const column = (node as { column?: { column?: { name?: string } } }).column?.column?.name;
  return column ?? null;
};

const isScope = ({ leftOperand, operator }: BinaryOperationNode): boolean =>
  nameOf(leftOperand) === 'business_id' &&
  ['=', 'in'].includes(String((operator as { operator?: unknown }).operator));

class WithoutScope extends OperationNodeTransformer {
  protected override transformNodeImpl<T extends OperationNode>(node: T): T {
    const unscoped = node.kind === 'BinaryOperationNode' && isScope(node as unknown as BinaryOperationNode);
    return unscoped ? (TRUE as unknown as T) : super.transformNodeImpl(node);
  }
}

/** Takes every `where business_id = …` out of what is done for a business: only the database's own lock is left. */
export function unscoped(store: Store): Store {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => new WithoutScope().transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
  return { ...store, forBusiness: (businessId) => store.forBusiness(businessId).withPlugin(plugin) };
}
