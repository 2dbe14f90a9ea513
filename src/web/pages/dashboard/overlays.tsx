import { useState } from 'react';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';

const loadPalette = () => import('../palette/palette.tsx');
const Palette = lazyDialog(async () => (await loadPalette()).Palette);
const ShortcutSheet = lazyDialog(async () => (await import('../shortcuts/shortcut-sheet.tsx')).ShortcutSheet);

/** `null` until it is first opened: only then its code is loaded. */
type Overlay = 'palette' | 'shortcuts' | 'none' | null;

/** The palette and the shortcut sheet, and the keyboard that opens them. */
export function useOverlays(toggleSidebar: () => void) {
  const [shown, setShown] = useState<Overlay>(null);
  const [mounted, setMounted] = useState<ReadonlySet<Overlay>>(new Set());
  const show = (overlay: Overlay) => {
    setShown(overlay);
    setMounted((before) => new Set(before).add(overlay));
  };
  const close = () => setShown('none');
  const openPalette = () => show('palette');
  useShortcuts({
    togglePalette: () => (shown === 'palette' ? close() : openPalette()),
    toggleSidebar,
    openShortcuts: () => show('shortcuts'),
  });
  const overlays = (
    <>
      {mounted.has('palette') && (
        <Palette open={shown === 'palette'} onClose={close} onShortcuts={() => show('shortcuts')} />
      )}
      {mounted.has('shortcuts') && <ShortcutSheet open={shown === 'shortcuts'} onClose={close} />}
    </>
  );
  return { overlays, openPalette, preloadPalette: () => void loadPalette().catch(() => undefined) };
}
