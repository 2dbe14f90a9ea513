import { useMemo, useState } from 'react';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Select } from '#web/ui/select.tsx';
import type { CheckedRow } from './check.ts';
import { columnName, fields, type Mapping } from './columns.ts';
import { PreviewTable } from './preview-table.tsx';
import type { Sheet } from './sheet.ts';
import { texts } from './texts.ts';
import type { OnExisting } from './use-import.ts';

const PREVIEW_ROWS = 50;
const NONE = 'none';

type ReviewProps = {
  sheet: Sheet;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  onExisting: OnExisting;
  onOnExisting: (choice: OnExisting) => void;
  checked: readonly CheckedRow[];
};

/** The second step: which column is which, what of customers already known, and the rows as they will be added. */
export function Review({ sheet, mapping, onMapping, onExisting, onOnExisting, checked }: ReviewProps) {
  const [onlyBad, setOnlyBad] = useState(false);
  const bad = useMemo(() => checked.filter(({ problem }) => problem !== null), [checked]);
  const known = checked.filter(({ isKnown }) => isKnown).length;
  const shown = onlyBad && bad.length > 0 ? bad : checked;
  return (
    <div className="grid gap-6">
      <ColumnChoice sheet={sheet} mapping={mapping} onMapping={onMapping} />
      <Field label={texts.known} group>
        <RadioCards
          value={onExisting}
          onChange={(choice) => onOnExisting(choice === 'update' ? 'update' : 'skip')}
          options={[
            { value: 'skip', title: texts.skip, text: texts.skipHint },
            { value: 'update', title: texts.update, text: texts.updateHint },
          ]}
        />
      </Field>
      <div>
        <div role="status" className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <span className="font-semibold text-ok">{texts.ready(checked.length - bad.length - known)}</span>
          {known > 0 && <span className="font-semibold">{texts.knownRows[onExisting](known)}</span>}
          {bad.length > 0 && <span className="font-semibold text-bad">{texts.bad(bad.length)}</span>}
        </div>
        {bad.length > 0 && (
          <Checkbox checked={onlyBad} onChange={setOnlyBad}>
            {texts.showBad}
          </Checkbox>
        )}
        <PreviewTable rows={shown.slice(0, PREVIEW_ROWS)} onExisting={onExisting} />
        {shown.length > PREVIEW_ROWS && (
          <p className="mt-2 text-13 text-muted">{texts.shownOf(PREVIEW_ROWS, shown.length)}</p>
        )}
      </div>
    </div>
  );
}

function ColumnChoice({ sheet, mapping, onMapping }: Pick<ReviewProps, 'sheet' | 'mapping' | 'onMapping'>) {
  const columns = sheet.headings.map((heading, at) => ({
    value: String(at),
    label: columnName(heading, at),
    hint: sheet.rows[0]?.cells[at] ?? '',
  }));
  const options = [{ value: NONE, label: texts.noColumn }, ...columns];
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">{texts.columns}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <Field key={field} label={texts.field[field]} optional={field !== 'name'}>
            <Select
              value={mapping[field] === null ? NONE : String(mapping[field])}
              onChange={(value) => onMapping({ ...mapping, [field]: value === NONE ? null : Number(value) })}
              options={options}
            />
          </Field>
        ))}
      </div>
      {(mapping.name === null || (mapping.email === null && mapping.phone === null)) && (
        <p role="alert" className="mt-3 text-bad text-sm">
          {texts.columnMissing}
        </p>
      )}
    </fieldset>
  );
}
