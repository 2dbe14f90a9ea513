import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import type * as z from 'zod/mini';
import type { passkey } from '#contract/passkeys.ts';
import { formatDay, formatInstant } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { requireOnline } from '#web/lib/offline/require-online.ts';
import { hasPasskeys } from '#web/lib/session/passkey-support.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { RowActions } from '#web/ui/row-actions.tsx';
import { passkeysQuery } from '../account/api.ts';
import { Section } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { passkeyTexts as labels } from './passkey-texts.ts';

const AddDialog = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).AddDialog);
const RenameDialog = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).RenameDialog);
const RemoveDialog = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).RemoveDialog);

type Passkey = z.output<typeof passkey>;
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** Signing in without a password. */
export function PasskeysSection() {
  const list = useQuery(passkeysQuery);
  useFocusFallback(list.data?.length);
  const [open, setOpen] = useOpened<Open>('passkey');
  const openDialog = (next: Open) => requireOnline(() => setOpen(next));
  const close = () => setOpen(null);
  return (
    <Section title={labels.title} text={labels.text}>
      <QueryStates query={list} failed={labels.failed} lines={1}>
        {(passkeyList) => (
          <div className="grid gap-4">
            {passkeyList.length > 0 && (
              <ul>
                {passkeyList.map((one) => (
                  <PasskeyRow key={one.id} passkey={one} onOpen={openDialog} />
                ))}
              </ul>
            )}
            {hasPasskeys() ? (
              <Button
                variant={passkeyList.length > 0 ? 'outline' : 'primary'}
                className="justify-self-start"
                onClick={() => openDialog({ kind: 'add' })}
              >
                {labels.add}
              </Button>
            ) : (
              <p className="text-muted">{labels.unsupported}</p>
            )}
          </div>
        )}
      </QueryStates>
      {open?.kind === 'add' && <AddDialog onClose={close} />}
      {open?.kind === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog passkey={open.passkey} onClose={close} />}
    </Section>
  );
}

type RowProps = { passkey: Passkey; onOpen: (open: Open) => void };

function PasskeyRow({ passkey: one, onOpen }: RowProps) {
  const used = one.lastUsedAt ? labels.lastUsed(formatInstant(one.lastUsedAt)) : labels.neverUsed;
  return (
    <li className="flex items-center gap-3.5 border-line border-t py-3 first:border-t-0 first:pt-0">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="wrap-anywhere">{one.name}</span>
          {one.suspended && <Badge tone="bad">{labels.suspended}</Badge>}
          {one.backedUp && <Badge tone="neutral">{labels.synced}</Badge>}
        </span>
        <span className="block text-13 text-muted">
          {one.suspended ? labels.suspendedText : `${labels.since(formatDay(one.createdAt))}, ${used}`}
        </span>
      </span>
      <RowActions
        label={labels.actions(one.name)}
        title={one.name}
        actions={[
          { label: labels.rename, icon: <Pencil />, run: () => onOpen({ kind: 'rename', passkey: one }) },
          {
            label: labels.remove,
            icon: <Trash2 />,
            danger: true,
            run: () => onOpen({ kind: 'remove', passkey: one }),
          },
        ]}
      />
    </li>
  );
}
