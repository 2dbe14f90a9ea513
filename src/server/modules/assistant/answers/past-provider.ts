import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import { openLinesTool } from '#server/modules/bank-statements/tools/open-lines.ts';
import { pastProviderTools } from '#server/modules/payments/tools/past-provider.ts';
import { awaitedTool } from '#server/modules/withholding/tools/awaited.ts';
import {
  awaitedCertificates,
  cashReceived,
  customerCredit,
  openClaims,
  openStatementLines,
} from '../replies/past-provider.ts';
import { type Answer, readBothCurrencies, toolInput } from './tool-input.ts';

type Reader = (scope: Scope, currency: Currency, filters: Filters) => Promise<Answer>;

/** The answer of a tool; where there is nothing in the usual currency and something in the other, that of the other. */
const answerOf =
  <I extends { currency?: Currency | undefined }, T extends { count: number }>(
    tool: ReadTool<I, T>,
    text: (found: T, filters: Filters) => string,
  ): Reader =>
  async (scope, currency, filters) => {
    const { here, elsewhere } = await readBothCurrencies(
      tool,
      scope,
      currency,
      toolInput(tool.input, filters),
    );
    return { text: text(here.count === 0 && elsewhere && elsewhere.count > 0 ? elsewhere : here, filters) };
  };

/** Questions about money that came past the payment providers. */
export const pastProviderAnswers = {
  customer_credit: answerOf(pastProviderTools.credit, customerCredit),
  open_claims: answerOf(pastProviderTools.claims, openClaims),
  cash_received: answerOf(pastProviderTools.cash, cashReceived),
  awaited_certificates: answerOf(awaitedTool, awaitedCertificates),
  open_statement_lines: answerOf(openLinesTool, openStatementLines),
};
