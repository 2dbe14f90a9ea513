import { Download, FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { csvOf } from '#core/csv.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { texts } from './texts.ts';

type ChooseFileProps = { reading: boolean; problem: string | null; onFile: (file: File) => void };

/** The first step: a file by button or by dropping it, or a template to fill in. */
export function ChooseFile({ reading, problem, onFile }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div className="grid gap-4">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'grid justify-items-center gap-3 rounded-card border border-line-strong border-dashed px-6 py-10 text-center',
          over && 'border-primary bg-primary-soft',
        )}
      >
        <span
          aria-hidden
          className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary"
        >
          <FileSpreadsheet className="size-6" />
        </span>
        <Button pending={reading} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        <p className="text-muted text-sm">{texts.drop}</p>
        <FileInput inputRef={input} onFile={onFile} />
      </div>
      {problem && (
        <p role="alert" className="rounded-control bg-bad-bg px-4 py-3 text-bad text-sm">
          {problem}
        </p>
      )}
      <Button variant="link" className="justify-self-start" onClick={saveTemplate}>
        <Download aria-hidden />
        {texts.template}
      </Button>
    </div>
  );
}

type FileInputProps = { inputRef: React.RefObject<HTMLInputElement | null>; onFile: (file: File) => void };

/** The browser's own chooser, opened by a button that looks like the others. */
export function FileInput({ inputRef, onFile }: FileInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      onChange={({ target }) => {
        const file = target.files?.[0];
        // The same file may be chosen again once it was mended.
        target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

function saveTemplate(): void {
  saveBlob(new Blob([csvOf(texts.templateRows)], { type: 'text/csv;charset=utf-8' }), texts.templateName);
}
