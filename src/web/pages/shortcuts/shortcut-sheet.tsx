import { useSingleKeys } from '#web/lib/preferences/single-key-shortcuts.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Keys } from '#web/ui/keys.tsx';
import { keymap } from './keymap.ts';
import { texts } from './texts.ts';

type ShortcutSheetProps = { open: boolean; onClose: () => void };

/** Every shortcut there is, with the switch for those of a single key. */
export function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  const [singles, setSingles] = useSingleKeys();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      width="lg"
      footer={
        <div className="mr-auto">
          <Checkbox checked={singles} onChange={setSingles}>
            {texts.singles}
          </Checkbox>
        </div>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled text without controls is reached by Tab only so */}
      <section aria-label={texts.list} tabIndex={0} className="gap-x-8 md:columns-2">
        {keymap.map(({ group, shortcuts }) => (
          <section key={group} className="mb-6 break-inside-avoid">
            <h3 className="mb-1.5 font-semibold text-13 text-muted">{group}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div
                  key={does}
                  className="flex min-h-9 items-center gap-3 border-line border-b py-1 last:border-b-0"
                >
                  <dt className="min-w-0 flex-1 text-15">{does}</dt>
                  <dd className="flex gap-2">
                    {keys.map((stroke) => (
                      <Keys key={stroke} keys={stroke} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
