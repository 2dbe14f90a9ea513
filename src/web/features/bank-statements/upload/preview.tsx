import { useState } from 'react';
import { parseDay } from '#core/bank-statement/dates.ts';
import { type ColumnMap, columnRoles, type DateOrder, dateOrders } from '#core/bank-statement/model.ts';
import { addDays, type CalendarDate, dateIn, systemClock } from '#core/dates.ts';
import { type Currency, minor } from '#core/money.ts';
import { formatDate, formatLongDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import { texts } from '../texts.ts';
import { Warning } from '../warning.tsx';
import type { Answers, Chosen } from './use-preview.ts';

const words = texts.upload;
const NONE = '-';

type PreviewProps = { chosen: Chosen; currency: Currency; onAnswer: (answers: Answers) => void };

/** A file as it was read: its sums, its doubts, and the questions it leaves. */
export function PreviewOf({ chosen, currency, onAnswer }: PreviewProps) {
  const { preview, file } = chosen;
  const [columnsOpen, setColumnsOpen] = useState(false);
  const asksColumns = preview.question === 'columns';
  const doubt = preview.question === null && preview.to ? doubtOf(preview.to, dateIn(systemClock())) : null;
  return (
    <>
      <div>
        <p className="wrap-anywhere font-semibold">{file.name}</p>
        {preview.question === null && preview.from && preview.to && (
          <p className="text-muted text-sm">
            {words.sum(preview.count, formatDate(preview.from), formatDate(preview.to))}
          </p>
        )}
        {preview.count > 0 && (
          <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-1 text-sm">
            <Sum label={words.moneyIn} amount={preview.moneyIn} currency={currency} />
            <Sum label={words.moneyOut} amount={minor(-preview.moneyOut)} currency={currency} />
          </dl>
        )}
      </div>
      {doubt && <Warning>{doubt}</Warning>}
      {preview.breaks.length > 0 && <Warning>{words.breaks(preview.breaks)}</Warning>}
      {preview.unreadable.length > 0 && <Warning>{words.unreadable(preview.unreadable)}</Warning>}
      {isAmbiguous(chosen) && <DateQuestion chosen={chosen} onAnswer={onAnswer} />}
      {asksColumns || columnsOpen ? (
        <Columns chosen={chosen} onAnswer={onAnswer} />
      ) : (
        <Button variant="link" className="justify-self-start" onClick={() => setColumnsOpen(true)}>
          {words.columnsChange}
        </Button>
      )}
      <Sample chosen={chosen} />
    </>
  );
}

const YEAR_DAYS = 365;

/** The doubt about a statement by its last day: none of it can be recorded after a year. */
function doubtOf(to: CalendarDate, today: CalendarDate): string | null {
  if (to > today) return words.toCome(formatDate(to));
  return to < addDays(today, -YEAR_DAYS) ? words.longAgo(formatDate(to)) : null;
}

// The question stays in sight once it is answered, so that the answer can be changed.
const isAmbiguous = ({ preview, answers }: Chosen): boolean =>
  preview.question === 'date_order' || answers.dateOrder !== undefined;

function Sum({
  label,
  amount,
  currency,
}: {
  label: string;
  amount: Chosen['preview']['moneyIn'];
  currency: Currency;
}) {
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-muted">{label}</dt>
      <dd>
        <Money amount={amount} currency={currency} className="font-semibold" />
      </dd>
    </div>
  );
}

type QuestionProps = { chosen: Chosen; onAnswer: (answers: Answers) => void };

function DateQuestion({ chosen: { preview, answers }, onAnswer }: QuestionProps) {
  const at = preview.columns.day ?? 0;
  const cells = preview.sample.map((row) => row[at] ?? '');
  const cell =
    cells.find((one) => parseDay(one, 'day_first') !== parseDay(one, 'month_first')) ?? cells[0] ?? '';
  const options = dateOrders.map((order) => {
    const day = parseDay(cell, order);
    return { value: order, title: words.orders[order], text: day ? formatLongDate(day) : '' };
  });
  return (
    <Field label={words.order} hint={words.orderHint(cell)} group>
      <RadioCards
        label={words.order}
        value={answers.dateOrder ?? ''}
        onChange={(order) => onAnswer({ dateOrder: order as DateOrder })}
        options={options}
      />
    </Field>
  );
}

function Columns({ chosen: { preview, answers }, onAnswer }: QuestionProps) {
  // Chosen one after the other: the file is read again after each.
  const columns: ColumnMap = answers.columns ?? preview.columns;
  const options = [
    { value: NONE, label: words.noColumn },
    ...preview.headings.map((heading, at) => ({ value: String(at), label: heading || `${at + 1}` })),
  ];
  const choose = (role: keyof ColumnMap, value: string) => {
    const { [role]: _, ...others } = columns;
    onAnswer({ columns: value === NONE ? others : { ...others, [role]: Number(value) } });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold text-15">{words.columns}</legend>
      <p className="text-muted text-sm">{words.columnsAsk}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {columnRoles.map((role) => (
          <Field key={role} label={words.roles[role]}>
            <Select
              value={String(columns[role] ?? NONE)}
              onChange={(value) => choose(role, value)}
              options={options}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

function Sample({ chosen: { preview } }: { chosen: Chosen }) {
  const [columns, rows] = [preview.headings, preview.sample];
  return (
    <div
      className="overflow-x-auto rounded-card border border-line"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
      role="region"
      aria-label={words.preview}
    >
      <table className="w-full text-13">
        <caption className="sr-only">{words.preview}</caption>
        <thead>
          <tr>
            {columns.map((heading, at) => (
              <th
                key={at}
                scope="col"
                className="whitespace-nowrap px-3 py-2 text-start font-medium text-muted"
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className="border-line border-t">
              {columns.map((_, column) => (
                <td key={column} className="max-w-64 truncate px-3 py-2">
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
