import { Download } from 'lucide-react';
import { useState } from 'react';
import { account } from '#contract/account.ts';
import { toastFailure } from '#web/lib/api.ts';
import { downloadAndSave } from '#web/lib/files/download.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { requireOnline } from '#web/lib/offline/require-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '../layout.tsx';
import { texts } from '../texts.ts';
import { useAccountChange } from './api.ts';
import type { Owner } from './owner.ts';

const DeletionDialog = lazyComponent(async () => (await import('./deletion-dialog.tsx')).DeletionDialog);

/** Exports all stored data as a file. */
export function DataSection() {
  const labels = texts.data;
  const download = useAccountChange(() => downloadAndSave(account.exportData, {}));
  return (
    <Section title={labels.title} text={labels.text}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{labels.explain}</p>
        <Button
          variant="outline"
          pending={download.isPending}
          onClick={() =>
            download.mutate(undefined, { onError: (error) => toastFailure(error, labels.failed) })
          }
        >
          <Download aria-hidden />
          {labels.download}
        </Button>
      </div>
    </Section>
  );
}

/** Leaving, with days to think about it. */
export function DeletionSection({ owner }: { owner: Owner }) {
  const [open, setOpen] = useState(false);
  const labels = texts.deletion;
  return (
    <Section title={labels.title} text={labels.text}>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{labels.explain}</p>
        <Button
          variant="outline"
          className="border-bad! text-bad!"
          onClick={() => requireOnline(() => setOpen(true))}
        >
          {labels.start}
        </Button>
      </div>
      {open && <DeletionDialog owner={owner} onClose={() => setOpen(false)} />}
    </Section>
  );
}
