import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toastFailure } from '../api.ts';
import type { FileChoice, MoreFiles } from './export-menu.tsx';
import { exportTexts as texts } from './export-texts.ts';

const load = () => import('./export-menu.tsx');
const ExportMenu = lazy(async () => ({ default: (await load()).ExportMenu }));
const preload = () => void load().catch(() => undefined);

type ExportButtonProps = { label: string; onSave: FileChoice['save']; more?: MoreFiles };

/** A report as PDF, CSV or Excel. The menu is fetched when somebody reaches for it. */
export function ExportButton({ label, onSave, more }: ExportButtonProps) {
  const [opened, setOpened] = useState(false);
  const save = useMutation({
    networkMode: 'always',
    mutationFn: ({ format, save: saveFile }: FileChoice) => saveFile(format),
    onError: (error) => toastFailure(error, texts.failed),
  });
  const preparing = save.isPending ? save.variables.format : undefined;
  return (
    <>
      {opened ? (
        <Suspense fallback={<ExportTrigger label={label} />}>
          <ExportMenu
            label={label}
            trigger={<ExportTrigger label={label} pending={save.isPending} />}
            isPending={save.isPending}
            onSave={onSave}
            more={more}
            onChoose={save.mutate}
          />
        </Suspense>
      ) : (
        <ExportTrigger
          label={label}
          aria-haspopup="menu"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setOpened(true)}
        />
      )}
      <span role="status" className="sr-only">
        {preparing && texts.preparing(texts.formats[preparing])}
      </span>
    </>
  );
}

type ExportTriggerProps = ComponentProps<'button'> & { label: string; pending?: boolean };

/** Stays focusable while a file is on its way: focus comes back to it from the menu. */
function ExportTrigger({ label, pending = false, ...rest }: ExportTriggerProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-busy={pending || undefined}
      className={buttonClass({ variant: 'outline' })}
    >
      {pending ? <Spinner /> : <Download aria-hidden />}
      {label}
    </button>
  );
}
