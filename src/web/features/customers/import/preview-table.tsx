import { CircleAlert, CircleCheck, UserRoundCheck } from 'lucide-react';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#web/ui/table.tsx';
import type { CheckedRow } from './check.ts';
import { texts } from './texts.ts';
import type { OnExisting } from './use-import.ts';

/** Rows of the file as they will be added, or why they will not be. */
export function PreviewTable({ rows, onExisting }: { rows: readonly CheckedRow[]; onExisting: OnExisting }) {
  return (
    <div
      className="mt-3 max-h-80 overflow-y-auto rounded-card border border-line"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
      role="region"
      aria-label={texts.preview}
    >
      <Table label={texts.preview} className="table-fixed text-sm">
        <TableHead>
          <HeadCell className="w-16">{texts.line}</HeadCell>
          <HeadCell>{texts.field.name}</HeadCell>
          <HeadCell>{texts.field.email}</HeadCell>
          <HeadCell className="w-36">{texts.field.phone}</HeadCell>
          <HeadCell className="w-52">{texts.problem}</HeadCell>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <PreviewRow key={row.line} row={row} onExisting={onExisting} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

type PreviewRowProps = { row: CheckedRow; onExisting: OnExisting };

function PreviewRow({ row, onExisting }: PreviewRowProps) {
  const { line, name, email, phone, withholdingKind, problem, isKnown } = row;
  return (
    <Row>
      <Cell name={texts.line}>
        <span className="num text-muted">{line}</span>
      </Cell>
      <Cell name={texts.field.name} lead>
        <span className="break-words font-medium">{name || '—'}</span>
        {withholdingKind && <span className="block text-13 text-muted">{withholdingKind}</span>}
      </Cell>
      <Cell name={texts.field.email}>
        <span className="block truncate max-md:max-w-56" title={email}>
          {email || '—'}
        </span>
      </Cell>
      <Cell name={texts.field.phone}>
        <span className="block truncate">{phone || '—'}</span>
      </Cell>
      <Cell name={texts.problem}>
        {isKnown ? (
          <span className="inline-flex items-center gap-1.5 text-muted">
            <UserRoundCheck aria-hidden className="size-4 shrink-0" />
            {texts.knownRow[onExisting]}
          </span>
        ) : problem === null ? (
          <span className="inline-flex items-center gap-1.5 text-ok">
            <CircleCheck aria-hidden className="size-4 shrink-0" />
            {texts.ok}
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-bad">
            <CircleAlert aria-hidden className="size-4 shrink-0" />
            {problem}
          </span>
        )}
      </Cell>
    </Row>
  );
}
