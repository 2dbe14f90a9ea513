import { useBusiness } from '#web/lib/business-profile.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Cloth, HouseCloth } from '#web/ui/cloth.tsx';
import type { Report } from './api.ts';
import { texts } from './texts.ts';

/** The room the sun and its rings take at the end of their card, which keeps words and amounts out of it. */
export const sunRoom = 'pe-30 max-md:pe-25';

/** The business's own cloth rising like a sun beside the revenue. */
export function ClothSun() {
  const { data: business } = useBusiness();
  const cut = { columns: 4, rows: 4, crackle: false, className: 'size-full rounded-full' };
  return (
    <span
      aria-hidden
      className="-right-14 -bottom-10 -z-10 absolute size-35 rounded-full shadow-[0_0_0_10px_color-mix(in_srgb,var(--night-line)_55%,transparent),0_0_0_11px_var(--night-line),0_0_0_22px_color-mix(in_srgb,var(--night-line)_26%,transparent),0_0_0_23px_color-mix(in_srgb,var(--night-line)_70%,transparent)] max-md:-right-12.5 max-md:size-30"
    >
      {business ? (
        <Cloth
          {...cut}
          seed={business.id}
          primary={business.primaryColor}
          secondary={business.secondaryColor}
        />
      ) : (
        <HouseCloth {...cut} night />
      )}
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
    <span aria-hidden className="absolute top-11.5 right-4 flex max-lg:hidden">
      {names.map(({ id, name }) => (
        <Avatar key={id} name={name} className="-ms-2 size-8 rounded-full text-xs ring-2 ring-surface" />
      ))}
    </span>
  );
}
