import { Download } from 'lucide-react';
import { csvOf } from '#core/csv.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import { SheetFileDrop } from '#web/lib/files/sheet-file.tsx';
import { Button } from '#web/ui/button.tsx';
import { texts } from './texts.ts';

type ChooseFileProps = { reading: boolean; problem: string | null; onFile: (file: File) => void };

/** The first step: a file, or a template to fill in. */
export function ChooseFile({ onFile, ...props }: ChooseFileProps) {
  return (
    <div className="grid gap-4">
      <SheetFileDrop {...props} onFiles={([file]) => onFile(file)} texts={texts} />
      <Button variant="link" className="justify-self-start" onClick={saveTemplate}>
        <Download aria-hidden />
        {texts.template}
      </Button>
    </div>
  );
}

function saveTemplate(): void {
  saveBlob(new Blob([csvOf(texts.templateRows)], { type: 'text/csv;charset=utf-8' }), texts.templateName);
}
