import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { statementFor } from '#server/modules/customer-statements/tools/send.ts';
import { statementText } from '../replies/statement.ts';
import { taskNotProposed } from '../replies/task-questions.ts';
import type { Answer } from './tool-input.ts';

/** The statement of a customer's account, shown; it is sent once its owner says how. */
export async function showStatement(scope: Scope, currency: Currency, filters: Filters): Promise<Answer> {
  const found = await statementFor(scope, currency, filters);
  if (!found.ok) return { text: taskNotProposed('customer_statement', found.why, filters) };
  const { customer, statement } = found;
  return { text: statementText(customer, statement, currency), last: { customerName: customer.name } };
}
