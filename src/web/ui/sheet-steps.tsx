import { labels } from './labels.ts';
import { Progress } from './progress.tsx';

/** How far one is in a sheet of several steps. */
export function SheetSteps({ step, of }: { step: number; of: number }) {
  const text = labels.step(step, of);
  return (
    <div className="grid gap-1.5">
      <p className="text-13 text-muted">{text}</p>
      <Progress value={step} max={of} label={labels.steps} valueText={text} />
    </div>
  );
}
