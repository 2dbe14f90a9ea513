import type { ReactNode } from 'react';
import { ageingSteps } from '#contract/customer-statements.ts';
import type { Currency, Minor } from '#core/money.ts';
import { formatDate } from '#web/lib/format.ts';
import { Money } from '#web/ui/money.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#web/ui/table.tsx';
import type { Statement } from './api.ts';
import { texts } from './texts.ts';

type LinesProps = { statement: Statement; currency: Currency };

/** All that moved, from the balance before to the one at the end. */
export function Movements({ statement, currency }: LinesProps) {
  const { movements, opening, closing, from, to, leftOut } = statement;
  const money = (amount: Minor) => <Money amount={amount} currency={currency} />;
  return (
    <div className="grid gap-3">
      <Table label={texts.movements}>
        <TableHead>
          <HeadCell>{texts.day}</HeadCell>
          <HeadCell>{texts.what}</HeadCell>
          <HeadCell end>{texts.amount}</HeadCell>
          <HeadCell end>{texts.balance}</HeadCell>
        </TableHead>
        <TableBody>
          {leftOut === 0 && <Edge day={from} what={texts.opening} balance={money(opening)} />}
          {movements.map(({ day, kind, number, amount, balance }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own, rows no state
            <Row key={at}>
              <Cell name={texts.day} className="whitespace-nowrap">
                {formatDate(day)}
              </Cell>
              <Cell lead>
                {texts.names[kind]} {number && <span className="num text-muted">{number}</span>}
              </Cell>
              <Cell name={texts.amount} end>
                {money(amount)}
              </Cell>
              <Cell name={texts.balance} end>
                {money(balance)}
              </Cell>
            </Row>
          ))}
          <Edge day={to} what={texts.closing} balance={<strong>{money(closing)}</strong>} />
        </TableBody>
      </Table>
      {movements.length === 0 && <p className="text-muted">{texts.nothingMoved}</p>}
    </div>
  );
}

type EdgeProps = { day: string; what: string; balance: ReactNode };

function Edge({ day, what, balance }: EdgeProps) {
  return (
    <Row className="bg-sunken">
      <Cell name={texts.day} className="whitespace-nowrap">
        {formatDate(day)}
      </Cell>
      <Cell lead>{what}</Cell>
      <Cell className="max-md:hidden" />
      <Cell name={texts.balance} end>
        {balance}
      </Cell>
    </Row>
  );
}

/** The invoices that are not settled, the longest due first. */
export function Open({ statement: { open }, currency }: LinesProps) {
  if (open.length === 0) return <p className="text-muted">{texts.nothingOpen}</p>;
  return (
    <Table label={texts.open}>
      <TableHead>
        <HeadCell>{texts.invoice}</HeadCell>
        <HeadCell>{texts.due}</HeadCell>
        <HeadCell end>{texts.total}</HeadCell>
        <HeadCell end>{texts.left}</HeadCell>
      </TableHead>
      <TableBody>
        {open.map(({ number, due, daysLate, total, open: left }) => (
          <Row key={number}>
            <Cell lead className="num">
              {number}
            </Cell>
            <Cell name={texts.due}>
              {formatDate(due)}
              {daysLate > 0 && <span className="block text-13 text-bad">{texts.late(daysLate)}</span>}
            </Cell>
            <Cell name={texts.total} end>
              <Money amount={total} currency={currency} />
            </Cell>
            <Cell name={texts.left} end>
              <Money amount={left} currency={currency} className="font-semibold" />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** The parts of the balance, and how long it is due. */
export function Summary({ statement, currency }: LinesProps) {
  const { outstanding, credit, returning, closing, ageing } = statement;
  const late = ageingSteps.filter((step) => ageing[step] !== 0);
  const facts: [string, Minor][] = [
    [texts.outstanding, outstanding],
    ...(credit === 0 ? [] : ([[texts.credit, credit]] satisfies [string, Minor][])),
    ...(returning === 0 ? [] : ([[texts.returning, returning]] satisfies [string, Minor][])),
    [texts.closing, closing],
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Facts facts={facts} currency={currency} />
      {late.length > 0 && (
        <section aria-label={texts.ageing}>
          <Facts facts={late.map((step) => [texts.steps[step], ageing[step]])} currency={currency} />
        </section>
      )}
    </div>
  );
}

function Facts({ facts, currency }: { facts: readonly [string, Minor][]; currency: Currency }) {
  return (
    <dl className="grid content-start gap-1.5 rounded-control bg-sunken p-3.5 text-15">
      {facts.map(([name, amount]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd>
            <Money amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
