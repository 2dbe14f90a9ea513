import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { toastFailure } from '#web/lib/api.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type ReportFormat, type ReportRequest, saveReport } from './api.ts';
import { texts } from './texts.ts';

const load = () => import('./export-menu.tsx');
const ExportMenu = lazyComponent(async () => (await load()).ExportMenu, <ExportTrigger />);
const preload = () => void load().catch(() => undefined);

/** The report of the page's period as PDF, CSV or Excel. The menu is fetched when somebody reaches for it. */
export function ExportButton(request: ReportRequest) {
  const [opened, setOpened] = useState(false);
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (format: ReportFormat) => saveReport(request, format),
    onError: (error) => toastFailure(error, texts.export.failed),
  });
  const preparing = save.isPending ? save.variables : undefined;
  return (
    <>
      {opened ? (
        <ExportMenu
          trigger={<ExportTrigger pending={save.isPending} />}
          isPending={save.isPending}
          onChoose={save.mutate}
        />
      ) : (
        <ExportTrigger
          aria-haspopup="menu"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setOpened(true)}
        />
      )}
      <span role="status" className="sr-only">
        {preparing && texts.export.preparing(texts.export.formats[preparing])}
      </span>
    </>
  );
}

/** Stays focusable while a file is on its way: focus comes back to it from the menu. */
function ExportTrigger({ pending = false, ...rest }: ComponentProps<'button'> & { pending?: boolean }) {
  return (
    <button
      {...rest}
      type="button"
      aria-busy={pending || undefined}
      className={buttonClass({ variant: 'outline' })}
    >
      {pending ? <Spinner /> : <Download aria-hidden />}
      {texts.export.button}
    </button>
  );
}
