import { plansTool } from '#server/modules/plans/tools/find.ts';
import { quotesTool } from '#server/modules/quotes/tools/find.ts';
import { plansText, quotesText } from '../replies/plans-and-quotes.ts';
import { answerOf } from './tool-input.ts';

/** Repeating invoices and quotes. What is to be done with one is done on its page, which the answer leads to. */
export const offerAnswers = {
  list_plans: answerOf(plansTool, plansText(false), 'repeating invoice'),
  change_plan: answerOf(plansTool, plansText(true), 'repeating invoice'),
  list_quotes: answerOf(quotesTool, quotesText(false), 'quote'),
  change_quote: answerOf(quotesTool, quotesText(true), 'quote'),
};
