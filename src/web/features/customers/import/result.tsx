import { Download } from 'lucide-react';
import { csvOf } from '#core/csv.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { type CheckedRow, refusedRows } from './check.ts';
import type { Sheet } from './sheet.ts';
import { texts } from './texts.ts';
import type { Running } from './use-import.ts';

type ResultProps = {
  running: Running;
  sheet: Sheet;
  /** Left out before anything was sent. */
  leftOut: readonly CheckedRow[];
  onGoOn: () => void;
};

/** The last step: how far the import is, then what became of the rows. */
export function Result({ running, sheet, leftOut, onGoOn }: ResultProps) {
  const { done, total, stopped, outcome } = running;
  const bad = [...leftOut, ...outcome.refused].sort((a, b) => a.line - b.line);
  const finished = done === total;
  return (
    <div className="grid gap-4">
      <Progress
        value={done}
        max={total}
        label={texts.progress}
        valueText={texts.importing(done, total)}
        className="h-2.5"
      />
      <p role="status" className="font-semibold">
        {finished ? texts.done : texts.importing(done, total)}
      </p>
      {stopped && (
        <div role="alert" className="grid justify-items-start gap-3 rounded-card bg-warn-bg p-4 text-warn">
          {texts.interrupted}
          <Button variant="outline" size="sm" onClick={onGoOn}>
            {texts.goOn}
          </Button>
        </div>
      )}
      {finished && (
        <ul className="grid gap-1.5">
          <li className="font-semibold text-ok">{texts.added(outcome.created)}</li>
          {outcome.updated > 0 && <li>{texts.updated(outcome.updated)}</li>}
          {outcome.skipped > 0 && <li className="text-muted">{texts.skipped(outcome.skipped)}</li>}
          {bad.length > 0 && <li className="font-semibold text-bad">{texts.failed(bad.length)}</li>}
        </ul>
      )}
      {finished && bad.length > 0 && (
        <Button variant="outline" className="justify-self-start" onClick={() => saveBadRows(sheet, bad)}>
          <Download aria-hidden />
          {texts.downloadBad}
        </Button>
      )}
    </div>
  );
}

function saveBadRows(sheet: Sheet, bad: readonly CheckedRow[]): void {
  const file = csvOf(refusedRows(sheet, bad));
  saveBlob(new Blob([file], { type: 'text/csv;charset=utf-8' }), texts.badName);
}
