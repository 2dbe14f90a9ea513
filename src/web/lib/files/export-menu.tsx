import { FileSpreadsheet, FileText, Sheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FileFormat, fileFormats } from '#contract/wire.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { exportTexts as texts } from './export-texts.ts';

/** One file that can be had. */
export type FileChoice = { format: FileFormat; save: (format: FileFormat) => Promise<unknown> };

/** Further tables under the report, by what they hold. */
export type MoreFiles = { label: string; onSave: FileChoice['save'] };

type ExportMenuProps = {
  label: string;
  trigger: ReactNode;
  isPending: boolean;
  onSave: FileChoice['save'];
  more: MoreFiles | undefined;
  onChoose: (choice: FileChoice) => void;
};

const icons: Record<FileFormat, ReactNode> = {
  pdf: <FileText aria-hidden />,
  csv: <Sheet aria-hidden />,
  xlsx: <FileSpreadsheet aria-hidden />,
};
const tableFormats = fileFormats.filter((format) => format !== 'pdf');

/** The kinds of file, one at a time. */
export function ExportMenu({ label, trigger, isPending, onSave, more, onChoose }: ExportMenuProps) {
  const item = (format: FileFormat, name: string, save: FileChoice['save']) => (
    <MenuItem
      key={name}
      icon={icons[format]}
      disabled={isPending}
      onSelect={() => onChoose({ format, save })}
    >
      <span className="flex-1">{name}</span>
      <span className="text-13 text-muted">{texts.hints[format]}</span>
    </MenuItem>
  );
  return (
    <DropdownMenu label={label} trigger={trigger} defaultOpen>
      {fileFormats.map((format) => item(format, texts.formats[format], onSave))}
      {more && (
        <>
          <MenuSeparator />
          {tableFormats.map((format) => item(format, `${more.label}, ${texts.formats[format]}`, more.onSave))}
        </>
      )}
    </DropdownMenu>
  );
}
