import { FileSpreadsheet, FileText, Sheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FileFormat, fileFormats } from '#contract/wire.ts';
import { DropdownMenu, MenuItem } from '#web/ui/menu.tsx';
import { exportTexts as texts } from './export-texts.ts';

type ExportMenuProps = {
  label: string;
  trigger: ReactNode;
  isPending: boolean;
  onChoose: (format: FileFormat) => void;
};

const icons: Record<FileFormat, ReactNode> = {
  pdf: <FileText aria-hidden />,
  csv: <Sheet aria-hidden />,
  xlsx: <FileSpreadsheet aria-hidden />,
};

/** The kinds of file, one at a time. */
export function ExportMenu({ label, trigger, isPending, onChoose }: ExportMenuProps) {
  return (
    <DropdownMenu label={label} trigger={trigger} defaultOpen>
      {fileFormats.map((format) => (
        <MenuItem key={format} icon={icons[format]} disabled={isPending} onSelect={() => onChoose(format)}>
          <span className="flex-1">{texts.formats[format]}</span>
          <span className="text-13 text-muted">{texts.hints[format]}</span>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
