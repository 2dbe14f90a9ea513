import { useState } from 'react';
import { late } from '#web/lib/lazy.tsx';
import { useKeys } from '../keys/use-keys.ts';

const loadPalette = () => import('../palette/palette.tsx');
const Palette = late(async () => (await loadPalette()).Palette);
const ShortcutSheet = late(async () => (await import('../keys/shortcut-sheet.tsx')).ShortcutSheet);

/** `null` until it is first opened: only then its code is loaded. */
type Overlay = 'palette' | 'shortcuts' | 'none' | null;

/** The palette and the shortcut sheet, and the keyboard that opens them. */
export function useOverlays(toggleSidebar: () => void) {
  const [shown, setShown] = useState<Overlay>(null);
  const [known, setKnown] = useState<ReadonlySet<Overlay>>(new Set());
  const show = (overlay: Overlay) => {
    setShown(overlay);
    setKnown((before) => new Set(before).add(overlay));
  };
  const close = () => setShown('none');
  const openPalette = () => show('palette');
  useKeys({
    togglePalette: () => (shown === 'palette' ? close() : openPalette()),
    toggleSidebar,
    openShortcuts: () => show('shortcuts'),
  });
  const overlays = (
    <>
      {known.has('palette') && (
        <Palette open={shown === 'palette'} onClose={close} onShortcuts={() => show('shortcuts')} />
      )}
      {known.has('shortcuts') && <ShortcutSheet open={shown === 'shortcuts'} onClose={close} />}
    </>
  );
  return { overlays, openPalette, warmPalette: () => void loadPalette().catch(() => undefined) };
}
