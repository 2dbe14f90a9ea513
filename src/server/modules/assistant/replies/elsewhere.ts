import { link, paragraphs } from './format.ts';

const invoices = link('Invoices', '/invoices');
const customers = link('Customers', '/customers');

const tasks = {
  promise: `I do not note promises here yet. Open the invoice under ${invoices} and choose **Promised to pay**: it is not chased until that day.`,
  credit_note: `I do not take anything off a sent invoice here yet. Open it under ${invoices} and choose **Credit note**.`,
  write_off: `I do not write anything off here yet. Open the invoice under ${invoices} and choose **Write off**.`,
  withholding: `I do not note tax that was kept here yet. Open the invoice under ${invoices} and choose **Withholding tax**.`,
  customer_statement: `Open the customer under ${customers} and choose **Statement**: you can look at it, save it, or send it.`,
};

export type ElsewhereTask = keyof typeof tasks;

/** The page where a task is done. */
export const elsewhere = (task: ElsewhereTask): string =>
  paragraphs(tasks[task], task !== 'customer_statement' && 'Nothing was changed.');
