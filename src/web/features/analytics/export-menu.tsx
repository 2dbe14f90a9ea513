import { FileSpreadsheet, FileText, Sheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropdownMenu, MenuItem } from '#web/ui/menu.tsx';
import type { ReportFormat } from './api.ts';
import { texts } from './texts.ts';

type ExportMenuProps = {
  trigger: ReactNode;
  isPending: boolean;
  onChoose: (format: ReportFormat) => void;
};

const icons: Record<ReportFormat, ReactNode> = {
  pdf: <FileText aria-hidden />,
  csv: <Sheet aria-hidden />,
  xlsx: <FileSpreadsheet aria-hidden />,
};

/** The kinds of file, one at a time. */
export function ExportMenu({ trigger, isPending, onChoose }: ExportMenuProps) {
  return (
    <DropdownMenu label={texts.export.button} trigger={trigger} defaultOpen>
      {(['pdf', 'csv', 'xlsx'] as const).map((format) => (
        <MenuItem key={format} icon={icons[format]} disabled={isPending} onSelect={() => onChoose(format)}>
          <span className="flex-1">{texts.export.formats[format]}</span>
          <span className="text-13 text-muted">{texts.export.hints[format]}</span>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
