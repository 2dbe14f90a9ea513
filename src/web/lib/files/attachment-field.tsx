import { Camera, FileCheck, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_UPLOAD_BYTES } from '#contract/files.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

type AttachmentFieldProps = {
  label: string;
  file: File | null;
  error: string | undefined;
  onChange: (file: File | null) => void;
};

/** The photo or PDF beside a record; it leaves the browser with the form. */
export function AttachmentField({ label, file, error, onChange }: AttachmentFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const pick = (chosen: File | undefined) => {
    if (!chosen) return;
    const found = problemOf(chosen);
    setProblem(found);
    if (!found) onChange(chosen);
  };
  return (
    <Field label={label} hint={texts.hint} error={problem ?? error} group optional>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5">
        {file && (
          <span className="flex min-w-0 items-center gap-2">
            <FileCheck aria-hidden className="size-5 shrink-0 text-ok" />
            <span className="wrap-anywhere min-w-0 text-15">{file.name}</span>
            <IconButton label={texts.remove(file.name)} onClick={() => onChange(null)}>
              <X aria-hidden />
            </IconButton>
          </span>
        )}
        <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
          <Camera aria-hidden />
          {file ? texts.other : texts.choose}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*,.heic,.pdf,application/pdf"
        aria-label={label}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          // The same file may be chosen again after it was taken off.
          target.value = '';
          pick(chosen);
        }}
      />
    </Field>
  );
}

// A photo is made smaller before it is sent.
function problemOf({ name, type, size }: File): string | undefined {
  const isPdf = type === 'application/pdf' || /\.pdf$/i.test(name);
  if (!isPdf && !type.startsWith('image/') && !/\.hei[cf]$/i.test(name)) return texts.notPhoto;
  return isPdf && size > MAX_UPLOAD_BYTES ? texts.tooLarge : undefined;
}

const texts = {
  hint: 'Photo or PDF. Only you can open it.',
  choose: 'Add a photo or PDF',
  other: 'Choose another',
  remove: (name: string) => `Take ${name} off`,
  notPhoto: 'Choose a photo or a PDF',
  tooLarge: 'That file is too large. 10 MB at most',
};
