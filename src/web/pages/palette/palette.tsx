import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useOnline } from '#web/lib/offline/connectivity.ts';
import { cn } from '#web/ui/cn.ts';
import { useFocusReturn } from '#web/ui/focus-return.ts';
import { Keys } from '#web/ui/keys.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { keysTo } from '../shortcuts/keymap.ts';
import { type Choice, type Group, groupsFor, type PaidInvoice, unpaidGroups } from './choices.tsx';
import { usePaletteSearch } from './search.ts';
import { texts } from './texts.ts';

const RecordPaymentDialog = lazyDialog(
  async () => (await import('#web/lib/record-payment/dialog.tsx')).RecordPaymentDialog,
);

type PaletteProps = { open: boolean; onClose: () => void; onShortcuts: () => void };

/** Everything by typing: actions, invoices, customers, pages and the theme. */
export function Palette({ open, onClose, onShortcuts }: PaletteProps) {
  const focusReturn = useFocusReturn(open);
  const navigate = useNavigate();
  const navigated = useRef(false);
  const [paid, setPaid] = useState<PaidInvoice | null>(null);
  const choose = (choice: Choice) => {
    if ('asksPaid' in choice) return;
    navigated.current = 'to' in choice;
    onClose();
    if ('paid' in choice) setPaid(choice.paid);
    else if ('to' in choice) void navigate({ to: choice.to, search: choice.search ?? {} });
    else choice.run();
  };
  return (
    <>
      {paid && <RecordPaymentDialog invoice={paid} onClose={() => setPaid(null)} />}
      <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-[rgb(10_11_30/0.55)]" />
          <Dialog.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              navigated.current = false;
              focusReturn.onOpenAutoFocus(event);
            }}
            onCloseAutoFocus={(event) => {
              // The opened page takes the focus itself.
              if (navigated.current) event.preventDefault();
              else focusReturn.onCloseAutoFocus(event);
            }}
            className="fixed top-[12vh] left-1/2 z-50 flex max-h-[min(34rem,76vh)] w-[calc(100vw-2rem)] max-w-2xl -translate-x-1/2 flex-col overflow-hidden rounded-card border border-line bg-surface shadow-e3 outline-none max-md:top-3 max-md:max-h-[70dvh] max-md:w-[calc(100vw-1.5rem)]"
          >
            <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
            <Content onChoose={choose} onShortcuts={onShortcuts} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

const MOVES = /^(?:Arrow(?:Up|Down)|Home|End)$/;

/** Whatever has the focus, what is typed goes into the box: the palette is open before the focus has come to it. */
function useTypingInto(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) box.current?.focus();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [box]);
}

type ContentProps = { onChoose: (choice: Choice) => void; onShortcuts: () => void };

function Content({ onChoose, onShortcuts }: ContentProps) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState('');
  const pickedByUser = useRef(false);
  const [asksPaid, setAsksPaid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const found = usePaletteSearch(typed, asksPaid);
  const groups = asksPaid ? unpaidGroups(found) : groupsFor({ typed, found, keysOf: keysTo, onShortcuts });
  const ids = groups.flatMap(({ choices }) => choices.map(({ id }) => id));
  // Enter must not open what was found for other words: until the answer is there only our own lines come first.
  const first = groups.flatMap(({ isStale, choices }) => (isStale ? [] : choices))[0]?.id ?? '';
  const keepsPick = pickedByUser.current && ids.includes(picked);
  useEffect(() => {
    if (!keepsPick && picked !== first) setPicked(first);
  }, [keepsPick, picked, first]);
  useTypingInto(input);
  const type = (text: string) => {
    pickedByUser.current = false;
    setTyped(text);
  };
  const choose = (choice: Choice) => {
    if (!('asksPaid' in choice)) return onChoose(choice);
    setAsksPaid(true);
    type('');
    input.current?.focus();
  };
  return (
    <Command
      label={asksPaid ? texts.choosePaid : texts.title}
      shouldFilter={false}
      loop
      value={picked}
      onValueChange={setPicked}
      onKeyDownCapture={({ key }) => {
        if (MOVES.test(key)) pickedByUser.current = true;
      }}
      onPointerMoveCapture={() => {
        pickedByUser.current = true;
      }}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <Command.Input
          ref={input}
          value={typed}
          onValueChange={type}
          placeholder={asksPaid ? texts.choosePaid : texts.placeholder}
          maxLength={120}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        {found.searching && <Spinner label={texts.searching} />}
      </div>
      <SearchStatus typed={typed} found={found} isEmpty={ids.length === 0} asksPaid={asksPaid} />
      <Command.List
        className={cn('min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2', ids.length === 0 && 'p-0')}
      >
        {groups.map((group) => (
          <Choices key={group.name} group={group} onChoose={choose} />
        ))}
      </Command.List>
      <Hints />
    </Command>
  );
}

function Choices({ group, onChoose }: { group: Group; onChoose: (choice: Choice) => void }) {
  return (
    <Command.Group
      heading={group.name}
      className="pb-1 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-13 [&_[cmdk-group-heading]]:text-muted"
    >
      {group.choices.map((choice) => (
        <Command.Item
          key={choice.id}
          value={choice.id}
          onSelect={() => onChoose(choice)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-15 data-[selected=true]:bg-primary-soft [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted data-[selected=true]:[&>svg]:text-primary"
        >
          {choice.icon}
          <span className="flex min-w-0 flex-1 items-baseline gap-2.5 max-sm:flex-col max-sm:gap-0">
            <span className="max-w-full truncate font-medium">{choice.label}</span>
            {choice.hint && (
              <span className="min-w-0 max-w-full truncate text-muted text-sm">{choice.hint}</span>
            )}
          </span>
          {choice.end}
          {choice.keys && <Keys keys={choice.keys} className="max-md:hidden" />}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

type SearchStatusProps = {
  typed: string;
  found: ReturnType<typeof usePaletteSearch>;
  isEmpty: boolean;
  asksPaid: boolean;
};

function SearchStatus({ typed, found, isEmpty, asksPaid }: SearchStatusProps) {
  const online = useOnline();
  const search = typed.trim();
  if (search === '' && !asksPaid) return null;
  const text = online ? found.failed && texts.failed : texts.offline;
  const nothing = isEmpty && !found.searching && !text && (search ? texts.none(search) : texts.noneUnpaid);
  return (
    <p role="status" className="px-5 text-muted text-sm not-empty:py-4">
      {text || nothing}
    </p>
  );
}

function Hints() {
  const { move, open, close } = texts.hints;
  return (
    <p
      aria-hidden
      className="flex gap-5 border-line border-t bg-bg px-4 py-2.5 text-muted text-xs max-md:hidden [&>span]:flex [&>span]:items-center [&>span]:gap-1.5"
    >
      <span>
        <Keys keys="↑ ↓" className="[&>span]:hidden" /> {move}
      </span>
      <span>
        <Keys keys="Enter" /> {open}
      </span>
      <span>
        <Keys keys="Esc" /> {close}
      </span>
    </p>
  );
}
