import { FileImage } from 'lucide-react';
import { useEffect, useState } from 'react';
import { files } from '#contract/files.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastFailure } from '../api.ts';
import { downloadFile, saveBlob } from './download.ts';

type AttachmentButtonProps = { fileId: string; label: string };
type Shown = { blob: Blob; name: string; url: string };

/** Opens the photo beside a record; a PDF is saved. */
export function AttachmentButton({ fileId, label }: AttachmentButtonProps) {
  const [pending, setPending] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => () => URL.revokeObjectURL(shown?.url ?? ''), [shown]);
  const open = async () => {
    setPending(true);
    try {
      const { blob, name } = await downloadFile(files.download, { params: { id: fileId } });
      if (blob.type.startsWith('image/'))
        setShown({ blob, name: name ?? label, url: URL.createObjectURL(blob) });
      else saveBlob(blob, name ?? 'document.pdf');
    } catch (error) {
      toastFailure(error, FAILED);
    }
    setPending(false);
  };
  return (
    <>
      <Button size="sm" variant="outline" pending={pending} onClick={() => void open()}>
        <FileImage aria-hidden />
        {label}
      </Button>
      {shown && (
        <Dialog
          open
          onClose={() => setShown(null)}
          title={shown.name}
          width="lg"
          footer={
            <Button variant="outline" onClick={() => saveBlob(shown.blob, shown.name)}>
              {SAVE}
            </Button>
          }
        >
          <img src={shown.url} alt={label} className="mx-auto block h-auto max-w-full rounded-control" />
        </Dialog>
      )}
    </>
  );
}

const FAILED = 'The photo could not be opened';
const SAVE = 'Save photo';
