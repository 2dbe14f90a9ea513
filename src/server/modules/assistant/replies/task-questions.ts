import type { Filters } from '#contract/assistant.ts';
import { formatMoney } from '#core/money.ts';
import type { MatchedInvoice } from '#server/modules/invoices/tools/targets.ts';
import type { TaskName, TaskWhy } from '../actions/tasks.ts';
import { escapeMarkdown } from './escape.ts';
import { link, list, paragraphs, percentText } from './format.ts';
import { invoiceLink } from './invoice-text.ts';

const MAX_SHOWN = 8;
const NOTHING = 'Nothing was changed.';

const whichInvoice: Record<TaskName, string> = {
  note_promise: 'Who promised to pay? Tell me the customer’s name or the invoice number.',
  credit_note: 'Which invoice is the credit note for? Tell me its number or the customer’s name.',
  write_off: 'Which invoice shall I write off? Tell me its number or the customer’s name.',
  withholding: 'Which invoice was the tax kept from? Tell me its number or the customer’s name.',
  customer_statement: 'Whose statement do you mean?',
  change_plan: 'Which repeating invoice do you mean? Tell me the customer’s name.',
  convert_quote: 'Which quote do you mean? Tell me its number or the customer’s name.',
};
const howMuch: Record<TaskName, string> = {
  note_promise: 'How much did they promise?',
  credit_note: 'What shall I take off: an amount, some of the goods, or all of it?',
  write_off: 'How much shall I write off?',
  withholding: 'How much tax did they keep? Say the percent, such as “5%”, or the amount.',
  customer_statement: '',
  change_plan: '',
  convert_quote: '',
};

/** The question that is left of a task, or why it cannot be proposed. */
export function taskNotProposed(task: TaskName, why: TaskWhy, about: Filters): string {
  switch (why.kind) {
    case 'unnamed':
    case 'noCustomer':
    case 'unnamedQuote':
      return whichInvoice[task];
    case 'severalNumbers':
      return 'I do this for one invoice at a time. Which one do you mean?';
    case 'several':
      return paragraphs(
        `There are ${why.invoices.length} that it may be about. Which one?`,
        why.invoices.map(line).join('\n'),
        'Say a number, such as “the first one”. The oldest is first.',
      );
    case 'none':
    case 'held':
      return `I found ${nothingText(about)}. ${NOTHING} ${link('See your invoices', '/invoices')}.`;
    case 'unfit':
    case 'noEmail':
      return paragraphs(
        `${unfitTexts[task] ?? 'This cannot be done with what I found.'} ${NOTHING}`,
        why.invoices.slice(0, MAX_SHOWN).map(line).join('\n'),
      );
    case 'date':
      return dayQuestions[why.problem];
    case 'amount':
      return why.invoice
        ? `${howMuch[task]} ${formatMoney(why.invoice.balance, why.invoice.currency)} is owed on ${invoiceLink(why.invoice)}.`
        : howMuch[task];
    default:
      return otherReasons(why);
  }
}

const unfitTexts: Partial<Record<TaskName, string>> = {
  note_promise: 'Only an invoice that was sent and is not paid can be promised.',
  credit_note: 'Only an invoice that was sent can have a credit note. Change or delete one that was not.',
  write_off: 'Nothing is owed on it, or it was not sent yet.',
  withholding: 'Nothing is owed on it, or it was not sent yet.',
};
const dayQuestions: Record<'unsaid' | 'past' | 'far', string> = {
  unsaid: 'Which day did they promise? Say “Friday”, “tomorrow” or a date.',
  past: 'That day has passed. Which day did they promise?',
  far: 'That is more than a year away. Which day did they promise?',
};

type Other = Exclude<
  TaskWhy,
  {
    kind:
      | 'unnamed'
      | 'noCustomer'
      | 'unnamedQuote'
      | 'severalNumbers'
      | 'several'
      | 'none'
      | 'held'
      | 'unfit'
      | 'noEmail'
      | 'date'
      | 'amount';
  }
>;

function otherReasons(why: Other): string {
  switch (why.kind) {
    case 'tooMuch':
      return `Only ${formatMoney(why.invoice.balance, why.invoice.currency)} is owed on ${invoiceLink(why.invoice)}. How much do you mean?`;
    case 'refused':
      return `${escapeMarkdown(why.reason)}. ${NOTHING} ${invoiceLink(why.invoice)}`;
    case 'lines':
      return paragraphs(
        `Which of these on ${invoiceLink(why.invoice)} do you mean?`,
        list(...why.lines.slice(0, MAX_SHOWN).map(escapeMarkdown)),
      );
    case 'paid':
      return `A part of that was paid already. Open ${invoiceLink(why.invoice)} and choose **Credit note** there, so that you say where the money goes. ${NOTHING}`;
    case 'rates':
      return paragraphs(
        `No tax of that kind is kept of ${invoiceLink(why.invoice)}. Which of these is it?`,
        list(
          ...why.taxes
            .slice(0, MAX_SHOWN)
            .map(
              ({ bps, amount }) => `${percentText(bps / 100)}: ${formatMoney(amount, why.invoice.currency)}`,
            ),
        ),
      );
    case 'plans':
      return paragraphs(
        'There are several. Open the one you mean:',
        list(
          ...why.plans
            .slice(0, MAX_SHOWN)
            .map(({ id, customerName, title }) =>
              link(escapeMarkdown(`${customerName}: ${title}`), '/invoices/repeating', { plan: id }),
            ),
        ),
        NOTHING,
      );
    case 'quotes':
      return paragraphs(
        'There are several. Tell me the number of the quote:',
        list(
          ...why.quotes
            .slice(0, MAX_SHOWN)
            .map(
              ({ id, number, customer }) =>
                `${link(escapeMarkdown(number), '/quotes', { quote: id })}, ${escapeMarkdown(customer)}`,
            ),
        ),
      );
    case 'customers':
      return paragraphs(
        'There are several of that name. Whose do you mean?',
        list(
          ...why.customers
            .slice(0, MAX_SHOWN)
            .map(({ name, email }) => escapeMarkdown([name, email].filter(Boolean).join(', '))),
        ),
      );
    default:
      return plainReasons[why.kind];
  }
}

const plainReasons: Record<
  Exclude<
    Other['kind'],
    'tooMuch' | 'refused' | 'lines' | 'paid' | 'rates' | 'plans' | 'quotes' | 'customers'
  >,
  string
> = {
  unknownCustomer: `I found no customer of that name. ${link('See your customers', '/customers')}.`,
  withoutEmail: `They have no email, so I cannot send it. ${link('Open Customers', '/customers')} to add one, or to save the statement and share it yourself.`,
  byEmailOnly: `I can send a statement by email only. Say “by email”, or open ${link('Customers', '/customers')}, choose **Statement**, and share the file on WhatsApp yourself.`,
  noChange: 'What shall I do with it: pause it, let it run again, leave out the next one, or end it?',
  noPlan: `I found no invoice that repeats there. ${NOTHING} ${link('Open Repeating invoices', '/invoices/repeating')}.`,
  already: `It is not in a state for that. ${NOTHING} ${link('Open Repeating invoices', '/invoices/repeating')}.`,
  noQuote: `I found no quote there. ${NOTHING} ${link('Open Quotes', '/quotes')}.`,
  notAgreed: `That quote cannot become an invoice: it was not sent, or it was declined or invoiced already. ${NOTHING} ${link('Open Quotes', '/quotes')}.`,
};

const line = ({ invoice }: MatchedInvoice, at: number): string =>
  `${at + 1}. ${invoiceLink(invoice)}, ${escapeMarkdown(invoice.customer_name)}, ${formatMoney(invoice.balance_minor, invoice.currency)} owed`;

function nothingText({ invoiceNumbers, customerName }: Filters): string {
  if (invoiceNumbers?.length) return `no invoice ${invoiceNumbers.map(escapeMarkdown).join(', ')}`;
  return customerName ? `no sent invoice of ${escapeMarkdown(customerName)}` : 'no such invoice';
}
