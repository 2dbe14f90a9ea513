import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { passkey } from '#contract/passkeys.ts';
import { formatAgo, formatDay } from '#web/lib/format.ts';
import { late } from '#web/lib/lazy.tsx';
import { useKeptFocus } from '#web/lib/lists/focus-fallback.ts';
import { whenOnline } from '#web/lib/offline/require-online.ts';
import { hasPasskeys } from '#web/lib/session/passkey-support.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { RowActions } from '#web/ui/row-actions.tsx';
import { passkeysQuery } from '../account/api.ts';
import { Section } from '../layout.tsx';
import { QueryLook } from '../query-states.tsx';
import { passkeyTexts as words } from './passkey-texts.ts';

const AddDialog = late(async () => (await import('./passkey-dialogs.tsx')).AddDialog);
const RenameDialog = late(async () => (await import('./passkey-dialogs.tsx')).RenameDialog);
const RemoveDialog = late(async () => (await import('./passkey-dialogs.tsx')).RemoveDialog);

type Passkey = z.output<typeof passkey>;
type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** Signing in without a password. */
export function PasskeysSection() {
  const list = useQuery(passkeysQuery);
  useKeptFocus(list.data?.length);
  const [open, setOpen] = useState<Open | null>(null);
  const begin = (next: Open) => whenOnline(() => setOpen(next));
  const close = () => setOpen(null);
  return (
    <Section title={words.title} text={words.text}>
      <QueryLook read={list} failed={words.failed} lines={1}>
        {(kept) => (
          <div className="grid gap-4">
            {kept.length > 0 && (
              <ul>
                {kept.map((one) => (
                  <PasskeyRow key={one.id} passkey={one} onOpen={begin} />
                ))}
              </ul>
            )}
            {hasPasskeys() ? (
              <Button
                look={kept.length > 0 ? 'outline' : 'primary'}
                className="justify-self-start"
                onClick={() => begin({ kind: 'add' })}
              >
                {words.add}
              </Button>
            ) : (
              <p className="text-muted">{words.unsupported}</p>
            )}
          </div>
        )}
      </QueryLook>
      {open?.kind === 'add' && <AddDialog onClose={close} />}
      {open?.kind === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog passkey={open.passkey} onClose={close} />}
    </Section>
  );
}

type RowProps = { passkey: Passkey; onOpen: (open: Open) => void };

function PasskeyRow({ passkey: one, onOpen }: RowProps) {
  const used = one.lastUsedAt ? words.lastUsed(formatAgo(one.lastUsedAt, new Date())) : words.neverUsed;
  return (
    <li className="flex items-center gap-3.5 border-line border-t py-3 first:border-t-0 first:pt-0">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="wrap-anywhere">{one.name}</span>
          {one.suspended && <Badge tone="bad">{words.suspended}</Badge>}
          {one.backedUp && <Badge tone="neutral">{words.synced}</Badge>}
        </span>
        <span className="block text-13 text-muted">
          {one.suspended ? words.suspendedText : `${words.since(formatDay(one.createdAt))}, ${used}`}
        </span>
      </span>
      <RowActions
        label={words.actions(one.name)}
        title={one.name}
        actions={[
          { label: words.rename, icon: <Pencil />, run: () => onOpen({ kind: 'rename', passkey: one }) },
          {
            label: words.remove,
            icon: <Trash2 />,
            danger: true,
            run: () => onOpen({ kind: 'remove', passkey: one }),
          },
        ]}
      />
    </li>
  );
}
