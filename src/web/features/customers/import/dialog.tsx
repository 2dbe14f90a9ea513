import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { OtherSheetFile } from '#web/lib/files/sheet-file.tsx';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { knownContacts } from '../api.ts';
import { type CheckedRow, checkRows } from './check.ts';
import { ChooseFile } from './choose-file.tsx';
import { guessMapping, type Mapping } from './columns.ts';
import { Result } from './result.tsx';
import { Review } from './review.tsx';
import { readSheet, type Sheet } from './sheet.ts';
import { texts } from './texts.ts';
import { type OnExisting, useImport } from './use-import.ts';

const NO_MAPPING: Mapping = { name: null, email: null, phone: null, withholdingKind: null };
const NOTHING: CheckedRow[] = [];

function useChosenFile() {
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [mapping, setMapping] = useState(NO_MAPPING);
  const readFile = async (file: File) => {
    setReading(true);
    const read = await readSheet(file).catch(() => 'not_a_list' as const);
    setReading(false);
    setProblem(typeof read === 'string' ? texts.unreadable[read] : null);
    if (typeof read === 'string') return;
    setSheet(read);
    setMapping(guessMapping(read));
  };
  return { reading, problem, sheet, mapping, setMapping, readFile };
}

/** Takes a list of customers in: a file, a look at every row, then the import. */
export function ImportCustomers({ onClose }: { onClose: () => void }) {
  const { reading, problem, sheet, mapping, setMapping, readFile } = useChosenFile();
  const [onExisting, setOnExisting] = useState<OnExisting>('skip');
  const { data: known } = useQuery(knownContacts(useCurrency()));
  const checked = useMemo(
    () => (sheet ? checkRows(sheet.rows, mapping, known) : NOTHING),
    [sheet, mapping, known],
  );
  const good = checked.filter((row) => row.problem === null);
  const kept = good.filter(({ isKnown }) => onExisting === 'update' || !isKnown).length;
  const { running, start, resume: goOn } = useImport();
  const finished = running !== null && running.done === running.total;
  const cancel = (
    <Button variant="outline" onClick={onClose}>
      {texts.cancel}
    </Button>
  );
  const reviewFooter = (
    <>
      <OtherSheetFile label={texts.chooseOther} reading={reading} onFile={(file) => void readFile(file)} />
      {cancel}
      <Button aria-disabled={kept === 0} onClick={() => kept > 0 && start(good, onExisting)}>
        {kept > 0 ? texts.import(kept) : good.length > 0 ? texts.allKnown : texts.nothing}
      </Button>
    </>
  );
  const footer = running
    ? finished && <Button onClick={onClose}>{texts.close}</Button>
    : sheet
      ? reviewFooter
      : cancel;
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={() => running === null || finished || running.stopped}
      title={texts.title}
      description={texts.hint}
      width="lg"
      footer={footer}
    >
      {running && sheet ? (
        <Result
          running={running}
          sheet={sheet}
          leftOut={checked.filter((row) => row.problem !== null)}
          onGoOn={goOn}
        />
      ) : sheet ? (
        <>
          {problem && (
            <p role="alert" className="mb-4 rounded-control bg-bad-bg px-4 py-3 text-bad text-sm">
              {problem}
            </p>
          )}
          <Review
            sheet={sheet}
            mapping={mapping}
            onMapping={setMapping}
            onExisting={onExisting}
            onOnExisting={setOnExisting}
            checked={checked}
          />
        </>
      ) : (
        <ChooseFile reading={reading} problem={problem} onFile={(file) => void readFile(file)} />
      )}
    </Dialog>
  );
}
