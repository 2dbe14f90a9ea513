import { X } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { cn } from './cn.ts';
import { Progress } from './progress.tsx';

export type BulkAction = {
  label: string;
  /** Said instead of the label, such as "Send 3 of 5 invoices". */
  name?: string;
  icon: ReactNode;
  run: () => void;
  /** Stays in its place, but nothing of what is selected allows it. */
  unavailable?: boolean;
  danger?: boolean;
};

/** Work under way: the bar shows how far it is instead of its actions. */
type BulkWork = { text: string; done: number; total: number; stop: string; onStop: () => void };

type BulkBarProps = {
  /** Such as "3 selected". */
  text: string;
  /** Names the toolbar. */
  label: string;
  actions: readonly BulkAction[];
  /** Selects the rest of the list; left out when all of it is. */
  all?: { label: string; run: () => void } | undefined;
  clear: string;
  onClear: () => void;
  work: BulkWork | null;
};

/**
 * Actions on the selected rows: afloat at the foot of its list, over the navigation on phones. Left and
 * right move in it. The Esc of the shell presses what is marked `data-clear-selection`.
 */
export function BulkBar({ text, label, actions, all, clear, onClear, work }: BulkBarProps) {
  return (
    // A fixed child of a centring box stands at that box's centre, whatever lies beside the list.
    <div className="flex justify-center">
      <div
        data-bulk-bar
        className={cn(
          'fixed bottom-5 z-35 animate-rise rounded-card border border-line bg-surface p-1.5 shadow-e3',
          'max-md:inset-x-0 max-md:bottom-0 max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0 max-md:px-2 max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))]',
        )}
      >
        {work ? (
          <Work work={work} />
        ) : (
          <Toolbar.Root
            aria-label={label}
            className="flex items-center gap-1 max-md:grid max-md:grid-cols-4 max-md:gap-x-1 max-md:gap-y-0.5"
          >
            <div className="flex min-w-0 items-center gap-1 max-md:col-span-4">
              <Toolbar.Button
                data-clear-selection
                aria-label={clear}
                title={clear}
                onClick={onClear}
                className={cn(plain, 'size-11 px-0')}
              >
                <X aria-hidden />
              </Toolbar.Button>
              <p className="whitespace-nowrap pr-2 font-semibold text-15 tabular-nums">{text}</p>
              {all && (
                <Toolbar.Button
                  onClick={all.run}
                  className={cn(plain, 'px-2.5 text-primary max-md:ml-auto md:mr-1')}
                >
                  {all.label}
                </Toolbar.Button>
              )}
            </div>
            <span aria-hidden className="mr-1 h-6 w-px bg-line max-md:hidden" />
            {actions.map((action) => (
              <ActionButton key={action.label} action={action} />
            ))}
          </Toolbar.Root>
        )}
      </div>
    </div>
  );
}

const plain = buttonClass({ variant: 'ghost', size: 'sm', className: 'min-h-11' });

function ActionButton({
  action: { label, name, icon, run, unavailable = false, danger = false },
}: {
  action: BulkAction;
}) {
  return (
    <Toolbar.Button
      aria-label={name}
      aria-disabled={unavailable || undefined}
      onClick={() => !unavailable && run()}
      className={cn(
        plain,
        'max-md:min-h-13 max-md:min-w-0 max-md:flex-col max-md:gap-0.5 max-md:px-0.5 max-md:text-13 max-md:[&_svg]:size-5',
        danger && 'text-bad',
      )}
    >
      {icon}
      {label}
    </Toolbar.Button>
  );
}

function Work({ work: { text, done, total, stop, onStop } }: { work: BulkWork }) {
  return (
    <div className="flex min-h-11 items-center gap-3 pl-3 max-md:min-h-[6.125rem]">
      <p className="whitespace-nowrap font-semibold text-15 tabular-nums">{text}</p>
      <Progress value={done} max={total} label={text} className="w-40 min-w-0 max-md:flex-1" />
      <button type="button" onClick={onStop} className={cn(plain, 'text-primary')}>
        {stop}
      </button>
    </div>
  );
}
