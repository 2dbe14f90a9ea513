import { ImageUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { MAX_LOGO_BYTES } from '#contract/files.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { Field } from '#web/ui/field.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { toastFailure } from '../api.ts';
import { uploadFile } from '../files/upload.ts';
import { texts } from './texts.ts';

type LogoUploadProps = {
  logo: string;
  /** The chosen picture, to show before it is stored; empty when that failed. */
  onPreview: (url: string) => void;
  onStored: (url: string) => void;
};

function useLogoUpload({ onPreview, onStored }: LogoUploadProps) {
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const uploadLogo = async (file: File | undefined) => {
    if (!file) return;
    const refusal = rejectionReason(file);
    setError(refusal);
    if (refusal) return;
    onPreview(URL.createObjectURL(file));
    setPercent(0);
    try {
      const stored = await uploadFile(file, 'logo', setPercent);
      onStored(stored.fileUrl);
      toast.success(texts.logo.stored);
    } catch (failure) {
      onPreview('');
      toastFailure(failure, texts.logo.failed);
    }
    setPercent(null);
  };
  return { percent, error, take: uploadLogo };
}

/** The logo: chosen, or dropped into the box. */
export function LogoUpload(props: LogoUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { percent, error, take: uploadLogo } = useLogoUpload(props);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void uploadLogo(event.dataTransfer.files[0]);
  };
  return (
    <Field label={texts.logo.label} group optional error={error}>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex items-center gap-4 rounded-card border border-line-strong border-dashed bg-surface p-4',
          over && 'border-primary bg-primary-soft',
        )}
      >
        <span
          aria-hidden
          className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-muted"
        >
          {props.logo ? (
            <img src={props.logo} alt="" className="size-full object-contain" />
          ) : (
            <ImageUp className="size-6" />
          )}
        </span>
        <div className="min-w-0 flex-1">
          <Button
            variant="outline"
            size="sm"
            pending={percent !== null}
            onClick={() => input.current?.click()}
          >
            {props.logo ? texts.logo.change : texts.logo.upload}
          </Button>
          <p className="mt-1.5 text-13 text-muted">{texts.logo.hint}</p>
          {percent !== null && <Progress value={percent} label={texts.logo.progress} className="mt-2" />}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={texts.logo.label}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            void uploadLogo(file);
          }}
        />
      </div>
    </Field>
  );
}

function rejectionReason(file: File): string | undefined {
  if (!/^image\/(png|jpeg|webp)$/.test(file.type)) return texts.logo.wrongKind;
  return file.size > MAX_LOGO_BYTES ? texts.logo.tooLarge : undefined;
}
