import { stepNames } from '#web/lib/figures/first-steps.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/states.tsx';

export const box = 'grid gap-4 p-4.5 max-md:gap-3 max-md:p-3.5';
export const tiles = 'grid gap-2.5 max-md:gap-2 md:grid-cols-2 2xl:grid-cols-4';
export const tile =
  'relative grid min-h-19 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-control border px-3.5 py-2.5';

/** Room for the steps where they are likely to come. */
export function LoadingFirstSteps() {
  return (
    <Card className={box} aria-hidden>
      <Skeleton className="h-7 w-full max-w-72" />
      <div className={tiles}>
        {stepNames.map((name) => (
          <Skeleton key={name} className="h-19 rounded-control" />
        ))}
      </div>
    </Card>
  );
}
