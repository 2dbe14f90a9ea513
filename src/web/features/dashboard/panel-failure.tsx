import { ErrorState } from '#web/ui/states.tsx';
import type { PanelState } from './panel-state.ts';
import { texts } from './texts.ts';

type PanelFailureProps = { title: string; state: Extract<PanelState<unknown>, { kind: 'failed' }> };

/** One panel could not be read; the others stand. */
export function PanelFailure({ title, state }: PanelFailureProps) {
  return (
    <ErrorState
      title={title}
      text={state.stillTrying ? texts.stillTrying : undefined}
      onRetry={state.retry}
    />
  );
}
