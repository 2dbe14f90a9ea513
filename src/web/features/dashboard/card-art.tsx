import { Avatar } from '#web/ui/avatar.tsx';
import { HouseCloth } from '#web/ui/cloth.tsx';
import type { Report } from './api.ts';
import { texts } from './texts.ts';

/** The house cloth rising like a sun behind the revenue. */
export function ClothSun() {
  return (
    <span
      aria-hidden
      className="-right-20 -bottom-21 -z-10 absolute size-49 rounded-full shadow-[0_0_0_14px_color-mix(in_srgb,var(--night-line)_55%,transparent),0_0_0_15px_var(--night-line),0_0_0_38px_color-mix(in_srgb,var(--night-line)_26%,transparent),0_0_0_39px_color-mix(in_srgb,var(--night-line)_70%,transparent)]"
    >
      <HouseCloth columns={6} rows={6} crackle={false} night className="size-full rounded-full" />
    </span>
  );
}

/** Invoices a month over half a year, the current month last. */
export function MonthBars({ months }: { months: Report['revenueTrends'] }) {
  const most = Math.max(1, ...months.map((month) => month.invoiceCount));
  const accessibleText = months.map((month) => `${month.label} ${month.invoiceCount}`).join(', ');
  return (
    <span
      role="img"
      aria-label={texts.cards.months(accessibleText)}
      className="absolute top-12 right-4.5 flex h-8.5 items-end gap-1 max-md:top-9.5 max-md:right-3.5 max-md:h-7"
    >
      {months.map((month) => (
        <i
          key={month.period}
          className="w-1.5 rounded-t-[3px] rounded-b-[1px] bg-primary-soft last:bg-c1"
          style={{ height: `${Math.max(8, (100 * month.invoiceCount) / most)}%` }}
        />
      ))}
    </span>
  );
}

/** Overdue beside not yet due, by number of invoices. */
export function OverdueSplit({ overdue, unpaid }: { overdue: number; unpaid: number }) {
  if (unpaid === 0) return null;
  const part = (100 * Math.min(overdue, unpaid)) / unpaid;
  return (
    <span
      role="img"
      aria-label={texts.cards.split(overdue, unpaid)}
      title={texts.cards.split(overdue, unpaid)}
      className="mt-3.5 flex h-2 gap-0.75 overflow-hidden rounded-full max-md:mt-2.5"
    >
      {part > 0 && <i className="bg-c2" style={{ width: `${part}%` }} />}
      {part < 100 && <i className="min-w-1 flex-1 bg-c4" />}
    </span>
  );
}

/** The newest customers by their initials. */
export function NewestFaces({ names }: { names: readonly { id: string; name: string }[] }) {
  return (
    <span aria-hidden className="absolute top-11.5 right-4 flex max-md:hidden">
      {names.map(({ id, name }) => (
        <Avatar key={id} name={name} className="-ms-2 size-8 rounded-full text-xs ring-2 ring-surface" />
      ))}
    </span>
  );
}
