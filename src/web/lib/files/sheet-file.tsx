import { FileSpreadsheet } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';

type SheetFileDropProps = {
  reading: boolean;
  problem: string | null;
  /** Given one file, unless there may be `several`. */
  onFiles: (files: [File, ...File[]]) => void;
  several?: boolean;
  texts: { choose: string; drop: string };
};

/** A CSV or Excel file, by button or by dropping it, and why the last one was none. */
export function SheetFileDrop({ reading, problem, onFiles, several = false, texts }: SheetFileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file, ...others] = event.dataTransfer.files;
    if (file) onFiles(several ? [file, ...others] : [file]);
  };
  return (
    <>
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
        <FileInput inputRef={input} several={several} onFiles={onFiles} />
      </div>
      {problem && (
        <p role="alert" className="rounded-control bg-bad-bg px-4 py-3 text-bad text-sm">
          {problem}
        </p>
      )}
    </>
  );
}

type OtherSheetFileProps = { label: string; reading: boolean; onFile: (file: File) => void };

/** A button for another file in the place of the one that was read. */
export function OtherSheetFile({ label, reading, onFile }: OtherSheetFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto max-md:mr-0"
        pending={reading}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <FileInput inputRef={input} several={false} onFiles={([file]) => onFile(file)} />
    </>
  );
}

type FileInputProps = Required<Pick<SheetFileDropProps, 'several' | 'onFiles'>> & {
  inputRef: React.RefObject<HTMLInputElement | null>;
};

/** The browser's own chooser, opened by a button that looks like the others. */
function FileInput({ inputRef, several, onFiles }: FileInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple={several}
      accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      onChange={({ target }) => {
        const [file, ...others] = target.files ?? [];
        // The same file may be chosen again once it was mended.
        target.value = '';
        if (file) onFiles([file, ...others]);
      }}
    />
  );
}
