import { BellRing, Download, Send, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { focusHeading } from '#web/lib/navigation/page.ts';
import { type BulkAction, BulkBar } from '#web/ui/bulk-bar.tsx';
import type { InvoiceSummary } from '../api.ts';
import { texts } from '../texts.ts';
import { type BulkKind, bulkKinds } from './bulk-kinds.ts';
import type { Work } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

const labels = texts.bulk;

type SelectionBarProps = {
  selection: Selection;
  /** How many rows are on screen. */
  shown: number;
  work: Work | null;
  onRun: (kind: BulkKind, items: readonly InvoiceSummary[]) => void;
  onStop: () => void;
};

/** Actions for the ticked invoices; announces how many are ticked whenever that changes. */
export function SelectionBar({ selection, shown, work, onRun, onStop }: SelectionBarProps) {
  const { selected, all, clear } = selection;
  const count = selected.length;
  const leave = () => {
    // The bar goes, and with it the button that has focus.
    if (document.activeElement?.closest('[data-bulk-bar]')) focusHeading();
    clear();
  };
  return (
    <>
      <p role="status" className="sr-only">
        {useAnnouncement(count)}
      </p>
      {(count > 0 || work) && (
        <BulkBar
          text={labels.selected(count)}
          label={labels.label}
          actions={actionsFor(selected, onRun)}
          all={count < shown ? { label: labels.all(shown), run: all } : undefined}
          clear={labels.clear}
          onClear={leave}
          work={
            work && {
              ...work,
              text: bulkKinds[work.kind].working(work.done, work.total),
              stop: labels.stop,
              onStop,
            }
          }
        />
      )}
    </>
  );
}

/** Nothing at first; afterwards also that nothing is selected any more. */
function useAnnouncement(count: number): string {
  const wasAny = useRef(false);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (count > 0) wasAny.current = true;
    if (wasAny.current) setAnnouncement(count > 0 ? labels.selected(count) : labels.cleared);
  }, [count]);
  return announcement;
}

function actionsFor(selected: readonly InvoiceSummary[], onRun: SelectionBarProps['onRun']): BulkAction[] {
  const action = (kind: BulkKind, label: string): Omit<BulkAction, 'icon'> => {
    const items = selected.filter(bulkKinds[kind].fits);
    const isPart = items.length > 0 && items.length < selected.length;
    return {
      label: isPart ? labels.part(label, items.length) : label,
      name: items.length > 0 ? labels.name(label, items.length, selected.length) : labels.idle(label),
      unavailable: items.length === 0,
      run: () => onRun(kind, items),
    };
  };
  return [
    { ...action('send', labels.send), icon: <Send aria-hidden /> },
    { ...action('remind', labels.remind), icon: <BellRing aria-hidden /> },
    { ...action('download', labels.download), icon: <Download aria-hidden /> },
    { ...action('remove', labels.remove), icon: <Trash2 aria-hidden />, danger: true },
  ];
}
