import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Skeleton } from './states.tsx';

/**
 * A table whose rows become cards on phones: there each cell shows its column's name before it. Mark the cell that
 * leads the card with `lead`, its actions with `corner`, those that need no name with `bare`.
 */
export function Table({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <table aria-label={label} className={cn('w-full border-collapse text-15 max-md:block', className)}>
      {children}
    </table>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="max-md:sr-only">
      <tr>{children}</tr>
    </thead>
  );
}

export type SortOrder = 'ascending' | 'descending' | 'none';
type HeadCellProps = {
  children: ReactNode;
  end?: boolean;
  sort?: SortOrder;
  /** Makes the heading a button. Cards have no headings: offer the orders elsewhere on phones. */
  onSort?: () => void;
  className?: string;
};

const sortIcons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

export function HeadCell({ children, end = false, sort = 'none', onSort, className }: HeadCellProps) {
  const Icon = sortIcons[sort];
  return (
    <th
      scope="col"
      aria-sort={onSort ? sort : undefined}
      className={cn(
        'border-line border-b px-4.5 py-2 font-medium text-13 text-muted',
        end ? 'text-end' : 'text-start',
        className,
      )}
    >
      {onSort ? (
        <>
          <button
            type="button"
            onClick={onSort}
            className={cn(
              'group -mx-1.5 inline-flex min-h-8 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 hover:text-ink max-md:hidden',
              end && 'flex-row-reverse',
              sort !== 'none' && 'text-ink',
            )}
          >
            {children}
            <Icon
              aria-hidden
              className={cn('size-3.5 shrink-0', sort === 'none' && 'opacity-45 group-hover:opacity-100')}
            />
          </button>
          <span className="md:hidden">{children}</span>
        </>
      ) : (
        children
      )}
    </th>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="max-md:block">{children}</tbody>;
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={cn(
        'border-line border-b last:border-b-0 hover:bg-[color-mix(in_srgb,var(--sunken)_50%,transparent)] aria-selected:bg-primary-soft',
        'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-4 max-md:py-3.5',
        // A slow phone lays out the cards it shows, not the fifty of a page.
        'max-md:[contain-intrinsic-size:auto_9rem] max-md:[content-visibility:auto]',
        className,
      )}
      {...rest}
    />
  );
}

/** Holds the box that ticks a row: a column of its own, at the card's top left on phones. */
export function TickCell({ className, children, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      className={cn(
        'w-0 py-0 pr-0 pl-4.5 align-middle',
        'max-md:absolute max-md:top-3.5 max-md:left-4 max-md:p-0 max-md:pt-px',
        className,
      )}
      {...rest}
    >
      {children}
    </td>
  );
}

/** For a `Row` with a `TickCell`: makes room for it in the card. */
export const tickedRowClass = 'max-md:relative max-md:pl-13.5';

type CellProps = ComponentProps<'td'> & {
  /** The column's name, shown before the value on phones. */
  name?: string;
  end?: boolean;
  /** First in the card on phones, without a name. */
  lead?: boolean;
  /** Without a name on phones. */
  bare?: boolean;
  /** At the card's top right on phones, as a row's actions are. */
  corner?: boolean;
};

export function Cell({
  name,
  end = false,
  lead = false,
  bare = false,
  corner = false,
  className,
  children,
  ...rest
}: CellProps) {
  const named = name !== undefined && !lead && !bare && !corner;
  return (
    <td
      className={cn(
        'h-14.5 px-4.5 align-middle max-md:h-auto max-md:p-0',
        end && 'text-end',
        lead && 'max-md:col-start-1 max-md:row-start-1 max-md:text-start',
        corner && 'max-md:col-start-2 max-md:row-start-1 max-md:-mr-2 max-md:self-start',
        named && 'max-md:col-span-2 max-md:flex max-md:items-center max-md:justify-between max-md:gap-4',
        className,
      )}
      {...rest}
    >
      {named && (
        <span aria-hidden className="text-13 text-muted md:hidden">
          {name}
        </span>
      )}
      {children}
    </td>
  );
}

/** Rows of the final size while a list is on its way. */
export function SkeletonRows({ columns, rows = 5 }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <Row key={row} aria-hidden>
      {Array.from({ length: columns }, (__, column) => (
        <Cell key={column} bare lead={column === 0}>
          <Skeleton className={column === 0 ? 'h-5 w-40' : 'h-5 w-20'} />
        </Cell>
      ))}
    </Row>
  ));
}
