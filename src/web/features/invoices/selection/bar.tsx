import { BellRing, Download, Send, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { focusHeading } from '#web/lib/navigation/page.ts';
import { type BulkAction, BulkBar } from '#web/ui/bulk-bar.tsx';
import type { InvoiceSummary } from '../api.ts';
import { texts } from '../texts.ts';
import { type BulkKind, bulkKinds } from './bulk-kinds.ts';
import type { Work } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

const words = texts.bulk;

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
        {useNews(count)}
      </p>
      {(count > 0 || work) && (
        <BulkBar
          text={words.selected(count)}
          label={words.label}
          actions={actionsFor(selected, onRun)}
          all={count < shown ? { label: words.all(shown), run: all } : undefined}
          clear={words.clear}
          onClear={leave}
          work={
            work && {
              ...work,
              text: bulkKinds[work.kind].working(work.done, work.total),
              stop: words.stop,
              onStop,
            }
          }
        />
      )}
    </>
  );
}

/** Nothing at first; afterwards also that nothing is selected any more. */
function useNews(count: number): string {
  const wasAny = useRef(false);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (count > 0) wasAny.current = true;
    if (wasAny.current) setNews(count > 0 ? words.selected(count) : words.cleared);
  }, [count]);
  return news;
}

function actionsFor(selected: readonly InvoiceSummary[], onRun: SelectionBarProps['onRun']): BulkAction[] {
  const action = (kind: BulkKind, label: string): Omit<BulkAction, 'icon'> => {
    const items = selected.filter(bulkKinds[kind].fits);
    const isPart = items.length > 0 && items.length < selected.length;
    return {
      label: isPart ? words.part(label, items.length) : label,
      name: items.length > 0 ? words.name(label, items.length, selected.length) : words.idle(label),
      idle: items.length === 0,
      run: () => onRun(kind, items),
    };
  };
  return [
    { ...action('send', words.send), icon: <Send aria-hidden /> },
    { ...action('remind', words.remind), icon: <BellRing aria-hidden /> },
    { ...action('download', words.download), icon: <Download aria-hidden /> },
    { ...action('remove', words.remove), icon: <Trash2 aria-hidden />, danger: true },
  ];
}
