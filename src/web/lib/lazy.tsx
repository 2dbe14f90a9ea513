import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component loaded when it is first rendered. Offline it stays empty and is loaded once there is a network:
 * the page around it stands, where React's own `lazy` would fail for good.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): ComponentType<P> {
  let loadedPart: ComponentType<P> | null = null;
  return function Late(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => loadedPart);
    useEffect(() => {
      if (loadedPart) return;
      let isMounted = true;
      const onLoaded = (part: ComponentType<P>) => {
        loadedPart = part;
        if (isMounted) setPart(() => part);
      };
      const loadPart = () => void load().then(onLoaded, () => undefined);
      loadPart();
      addEventListener('online', loadPart);
      return () => {
        isMounted = false;
        removeEventListener('online', loadPart);
      };
    }, []);
    return Part ? <Part {...props} /> : fallback;
  };
}
