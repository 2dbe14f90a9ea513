import { type Currency, formatMoney, ZERO } from '#core/money.ts';
import type { Named } from '#server/modules/customer-statements/tools/send.ts';
import type { Statement } from '#server/modules/customer-statements/rules.ts';
import { escapeMarkdown } from './escape.ts';
import { dayText, link, paragraphs, shortDay, spanText, table } from './format.ts';

const MAX_SHOWN = 12;
const kinds: Record<Statement['movements'][number]['kind'], string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  refund: 'Refund',
  credit_note: 'Credit note',
  withholding: 'Tax kept',
  write_off: 'Written off',
};

/** A customer's account over a period, in short. */
export function statementText({ id, name, email }: Named, statement: Statement, currency: Currency): string {
  const { from, to, opening, closing, movements, lines } = statement;
  const money = (amount: Parameters<typeof formatMoney>[0]) => formatMoney(amount, currency);
  const shown = movements.slice(-MAX_SHOWN);
  const page = link('the whole statement', '/customers', { customer: id });
  return paragraphs(
    `Statement of **${escapeMarkdown(name)}**, ${spanText({ from, to })}.`,
    opening !== ZERO && `Owed before ${dayText(from)}: ${money(opening)}.`,
    shown.length > 0 &&
      table(
        ['Day', 'What', '>Amount', '>Owed then'],
        shown.map(({ day, kind, number, amount, balance }) => [
          shortDay(day),
          escapeMarkdown([kinds[kind], number].filter(Boolean).join(' ')),
          money(amount),
          money(balance),
        ]),
      ),
    shown.length === 0 && 'Nothing moved in that time.',
    lines > shown.length && `These are the last ${shown.length} of ${lines}.`,
    `**Owed on ${dayText(to)}: ${money(closing)}**. Open ${page}${email === '' ? '' : ', or say “by email” and I send it to them'}.`,
  );
}
