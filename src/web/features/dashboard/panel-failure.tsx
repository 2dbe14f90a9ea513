import { ErrorState } from '#web/ui/states.tsx';
import type { Look } from './look.ts';
import { texts } from './texts.ts';

type PanelFailureProps = { title: string; look: Extract<Look<unknown>, { kind: 'failed' }> };

/** One panel could not be read; the others stand. */
export function PanelFailure({ title, look }: PanelFailureProps) {
  return (
    <ErrorState title={title} text={look.stillTrying ? texts.stillTrying : undefined} onRetry={look.retry} />
  );
}
