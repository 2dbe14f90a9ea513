import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { toast } from '#web/ui/toast-store.ts';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 16_000;

/**
 * A component loaded when it is first rendered. Until its file comes it stays empty and is asked for again, at ever
 * longer intervals and once there is a network: the page around it stands, where React's own `lazy` would fail for good.
 * `preload` has it ready for the first drawing; `awaited` is said where it could not be fetched at once.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
  awaited?: string,
): ComponentType<P> & { preload: () => Promise<void> } {
  let loadedPart: ComponentType<P> | null = null;
  const preload = () =>
    load().then(
      (part) => {
        loadedPart = part;
      },
      () => undefined,
    );
  return Object.assign(Late, { preload });
  function Late(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => loadedPart);
    useEffect(() => {
      if (loadedPart) return;
      let isMounted = true;
      let wait = FIRST_RETRY_MS;
      let retry: ReturnType<typeof setTimeout> | undefined;
      const onLoaded = (part: ComponentType<P>) => {
        loadedPart = part;
        if (isMounted) setPart(() => part);
      };
      const onFailed = () => {
        clearTimeout(retry);
        if (!isMounted) return;
        if (awaited && wait === FIRST_RETRY_MS) toast.info(awaited);
        retry = setTimeout(loadPart, wait);
        wait = Math.min(wait * 2, LAST_RETRY_MS);
      };
      const loadPart = () => void load().then(onLoaded, onFailed);
      loadPart();
      addEventListener('online', loadPart);
      return () => {
        isMounted = false;
        clearTimeout(retry);
        removeEventListener('online', loadPart);
      };
    }, []);
    return Part ? <Part {...props} /> : fallback;
  }
}

/** `lazyComponent` for what a press opens, such as a dialog: it says why nothing is seen yet. */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyComponent(load, null, 'This opens once you are connected.');
