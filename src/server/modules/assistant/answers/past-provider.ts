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
import { answerOf } from './tool-input.ts';

/** Questions about money that came past the payment providers. */
export const pastProviderAnswers = {
  customer_credit: answerOf(pastProviderTools.credit, customerCredit, 'customer'),
  open_claims: answerOf(pastProviderTools.claims, openClaims, 'alert'),
  cash_received: answerOf(pastProviderTools.cash, cashReceived, 'payment'),
  awaited_certificates: answerOf(awaitedTool, awaitedCertificates, 'tax certificate'),
  open_statement_lines: answerOf(openLinesTool, openStatementLines, 'line'),
};
