import { CircleAlert, CircleCheck, Download, FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { csvOf } from '#core/csv.ts';
import { formatMoney } from '#core/money.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import type { ListedRow } from './parse-list.ts';
import { texts } from './texts.ts';

const MAX_BYTES = 1024 * 1024;

type FromListProps = { text: string; onText: (text: string) => void; rows: readonly ListedRow[] };

/** A list pasted or read from a file, with a word on every row. */
export function FromList({ text, onText, rows }: FromListProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const readFile = async (file: File) => {
    const read = file.size > MAX_BYTES ? null : await textOf(file);
    setProblem(read === null ? texts.list.notText : undefined);
    if (read !== null) onText(read);
  };
  const bad = rows.filter((row) => row.problem !== null).length;
  return (
    <div className="grid gap-4">
      <Field label={texts.list.paste} hint={texts.list.hint} error={problem}>
        <Textarea
          rows={7}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder={texts.list.placeholder}
          value={text}
          onChange={(event) => onText(event.target.value)}
          className="num font-text text-15"
        />
      </Field>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
          <FileSpreadsheet aria-hidden />
          {texts.list.file}
        </Button>
        <Button variant="link" size="sm" onClick={saveTemplate}>
          <Download aria-hidden />
          {texts.list.template}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file may be chosen again once it was mended.
            target.value = '';
            if (file) void readFile(file);
          }}
        />
      </div>
      {rows.length > 0 && (
        <div>
          <div role="status" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <span className="font-semibold text-ok">{texts.list.ready(rows.length - bad)}</span>
            {bad > 0 && <span className="font-semibold text-bad">{texts.list.bad(bad)}</span>}
          </div>
          <ul className="rounded-card border border-line">
            {rows.map((row) => (
              <ListRow key={row.line} row={row} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function ListRow({ row: { line, name, person, problem } }: { row: ListedRow }) {
  const currency = useCurrency();
  const Icon = person ? CircleCheck : CircleAlert;
  return (
    <li className="flex items-start gap-3 border-line border-b px-4 py-2.5 text-15 last:border-b-0">
      <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${person ? 'text-ok' : 'text-bad'}`} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{name || texts.list.row(line)}</p>
        {person ? (
          <p className="wrap-anywhere text-13 text-muted">{accountOf(person.to)}</p>
        ) : (
          <p className="text-13 text-bad">
            {texts.list.row(line)}: {problem}
          </p>
        )}
      </div>
      {person && <span className="num shrink-0 font-semibold">{formatMoney(person.amount, currency)}</span>}
    </li>
  );
}

const accountOf = (to: NonNullable<ListedRow['person']>['to']) =>
  'staff' in to
    ? `${to.staff.bankName} ${to.staff.accountNumber.slice(-6)}, ${texts.list.fromStaff}`
    : `${to.bank.name} ${to.accountNumber}`;

async function textOf(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const read = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  // Zero bytes or a package: a spreadsheet's own format.
  return read.includes('\u0000') || read.startsWith('PK') ? null : read;
}

function saveTemplate(): void {
  const file = csvOf(texts.list.templateRows);
  saveBlob(new Blob([file], { type: 'text/csv;charset=utf-8' }), texts.list.templateName);
}
