import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '#web/ui/toast-store.ts';
import { useLatch } from './use-latch.ts';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 16_000;
const NEAR = '400px';

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

/** `lazyComponent` for a part far down a page: asked for once it comes near the screen, or at once where it is meant. */
export function nearComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode,
): ComponentType<P & { isMeant?: boolean }> {
  const Part: ComponentType<P> = lazyComponent(load, fallback);
  return function Near(props) {
    const place = useRef<HTMLDivElement>(null);
    const isNear = useNear(place);
    const isAsked = useLatch(isNear || props.isMeant === true);
    return isAsked ? <Part {...props} /> : <div ref={place}>{fallback}</div>;
  };
}

/** Whether a place has been near the screen. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: NEAR,
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear, place]);
  return isNear;
}

/** `lazyComponent` for what a press opens, such as a dialog: it says why nothing is seen yet. */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyComponent(load, null, 'This opens once you are connected.');
