import { Download } from 'lucide-react';
import { useState } from 'react';
import { account } from '#contract/account.ts';
import { toastFailure } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/files/download.ts';
import { late } from '#web/lib/lazy.tsx';
import { whenOnline } from '#web/lib/offline/require-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '../layout.tsx';
import { texts } from '../texts.ts';
import { useAccountChange } from './api.ts';
import type { Owner } from './owner.ts';

const DeletionDialog = late(async () => (await import('./deletion-dialog.tsx')).DeletionDialog);

/** Exports all stored data as a file. */
export function DataSection() {
  const words = texts.data;
  const download = useAccountChange(() => saveFile(account.exportData, {}));
  return (
    <Section title={words.title} text={words.text}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{words.explain}</p>
        <Button
          look="outline"
          pending={download.isPending}
          onClick={() =>
            download.mutate(undefined, { onError: (error) => toastFailure(error, words.failed) })
          }
        >
          <Download aria-hidden />
          {words.download}
        </Button>
      </div>
    </Section>
  );
}

/** Leaving, with days to think about it. */
export function DeletionSection({ owner }: { owner: Owner }) {
  const [open, setOpen] = useState(false);
  const words = texts.deletion;
  return (
    <Section title={words.title} text={words.text}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{words.explain}</p>
        <Button
          look="outline"
          className="border-bad! text-bad!"
          onClick={() => whenOnline(() => setOpen(true))}
        >
          {words.start}
        </Button>
      </div>
      {open && <DeletionDialog owner={owner} onClose={() => setOpen(false)} />}
    </Section>
  );
}
