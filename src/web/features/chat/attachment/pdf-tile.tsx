import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from '../texts.ts';
import type { Picture } from '../thread/messages.ts';
import { loadFile } from './picture.ts';

/** A PDF by its name; browsers show it best in a tab of its own. */
export function PdfTile({ picture }: { picture: Picture }) {
  const [pending, setPending] = useState(false);
  const open = async () => {
    // Opened before the file is loaded, or the browser blocks it as a pop-up.
    const tab = window.open('', '_blank');
    setPending(true);
    try {
      const file = await loadFile(picture);
      // The bytes are untrusted: the type keeps them from being opened as a page.
      const url = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }));
      if (tab) tab.location.href = url;
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      tab?.close();
      toast.error(texts.picture.openFailed);
    }
    setPending(false);
  };
  return (
    <span className="mb-2 flex w-fit max-w-full items-center gap-3 rounded-control border border-line bg-surface p-3">
      <FileText aria-hidden className="size-7 shrink-0 text-primary" />
      <span className="min-w-0 flex-1 truncate font-semibold text-sm" title={picture.name}>
        {picture.name}
      </span>
      <Button variant="outline" size="sm" pending={pending} onClick={() => void open()}>
        {texts.picture.open}
      </Button>
    </span>
  );
}
