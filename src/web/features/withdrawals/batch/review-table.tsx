import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { Currency, Minor } from '#core/money.ts';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#web/ui/table.tsx';
import { namesDiffer } from '../name-match.ts';
import type { Payee } from './payees.ts';
import { texts } from './texts.ts';
import type { HolderLookup } from './use-holder-names.ts';

type ReviewTableProps = {
  currency: Currency;
  people: readonly Payee[];
  lookupOf: (one: Payee) => HolderLookup;
  feeOf: (one: Payee) => Minor | undefined;
  /** The server's objection to a payee. */
  problemOf: (one: Payee) => string | undefined;
  onExclude: (one: Payee) => void;
};

/** Everybody who is to be paid, with whose account it is. */
export function ReviewTable(props: ReviewTableProps) {
  const { people } = props;
  const { columns } = texts.review;
  useFocusFallback(people.length);
  return (
    <div className="-mx-5 mt-4 border-line border-y max-md:-mx-4">
      <Table label={texts.review.title}>
        <TableHead>
          <HeadCell>{columns.person}</HeadCell>
          <HeadCell>{columns.account}</HeadCell>
          <HeadCell end>{columns.amount}</HeadCell>
          <HeadCell end>{columns.fee}</HeadCell>
          <HeadCell className="w-14">
            <span className="sr-only">{columns.actions}</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {people.map((one) => (
            <ReviewRow key={one.key} one={one} {...props} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function ReviewRow({
  one,
  currency,
  lookupOf,
  feeOf,
  problemOf,
  onExclude,
}: ReviewTableProps & { one: Payee }) {
  const { columns } = texts.review;
  const fee = feeOf(one);
  const isExcluded = problemOf(one) !== undefined || !['known', 'asking'].includes(lookupOf(one).is);
  const [bank, number] =
    'staff' in one.to
      ? [one.to.staff.bankName, one.to.staff.accountNumber]
      : [one.to.bank.name, one.to.accountNumber];
  return (
    <Row>
      <Cell name={columns.person} lead>
        <span className="wrap-anywhere block font-semibold">{one.name}</span>
        <span className="wrap-anywhere block text-13 text-muted">{one.email}</span>
      </Cell>
      <Cell name={columns.account} className="py-2.5">
        <span className="min-w-0 max-md:text-end">
          <span className="block">
            {bank} <span className="num">{number}</span>
          </span>
          <HolderStatus enteredName={one.name} lookup={lookupOf(one)} problem={problemOf(one)} />
        </span>
      </Cell>
      <Cell name={columns.amount} end>
        <Money amount={one.amount} currency={currency} />
      </Cell>
      <Cell name={columns.fee} end>
        {isExcluded ? (
          <span className="text-13 text-muted">{texts.review.out}</span>
        ) : fee === undefined ? (
          <Skeleton className="ml-auto h-5 w-14" />
        ) : (
          <Money amount={fee} currency={currency} className="text-muted" />
        )}
      </Cell>
      <Cell corner>
        <IconButton label={texts.review.leaveOut(one.name)} size="sm" onClick={() => onExclude(one)}>
          <X aria-hidden />
        </IconButton>
      </Cell>
    </Row>
  );
}

type HolderStatusProps = { enteredName: string; lookup: HolderLookup; problem: string | undefined };

/** The name the bank tells: word and icon say whether it is the one that was written. */
function HolderStatus({ enteredName, lookup, problem }: HolderStatusProps) {
  const line =
    'mt-0.5 flex items-start gap-1.5 text-13 max-md:justify-end [&_svg]:mt-px [&_svg]:size-4 [&_svg]:shrink-0';
  if (problem)
    return (
      <span className={`${line} text-bad`}>
        <CircleAlert aria-hidden />
        {problem}
      </span>
    );
  if (lookup.is === 'asking')
    return (
      <span className={`${line} text-muted`}>
        <Spinner label={texts.review.asking} />
        {texts.review.asking}
      </span>
    );
  if (lookup.is !== 'known')
    return (
      <span className={`${line} ${lookup.is === 'limit' ? 'text-warn' : 'text-bad'}`}>
        <CircleAlert aria-hidden />
        {texts.review[lookup.is]}
      </span>
    );
  const isOther = namesDiffer(enteredName, lookup.name);
  return (
    <span className={`${line} ${isOther ? 'text-warn' : 'text-ok'}`}>
      {isOther ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
      <span className="wrap-anywhere min-w-0">
        {isOther ? `${texts.review.differs}. ${texts.review.bankSays(lookup.name)}` : lookup.name}
      </span>
    </span>
  );
}
