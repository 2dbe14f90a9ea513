import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component loaded when it is first rendered. Offline it stays empty and is loaded once there is a network:
 * the page around it stands, where React's own `lazy` would fail for good.
 */
export function late<P extends object>(
  load: () => Promise<ComponentType<P>>,
  whileLoading: ReactNode = null,
): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Late(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => known);
    useEffect(() => {
      if (known) return;
      let isHere = true;
      const take = (part: ComponentType<P>) => {
        known = part;
        if (isHere) setPart(() => part);
      };
      const ask = () => void load().then(take, () => undefined);
      ask();
      addEventListener('online', ask);
      return () => {
        isHere = false;
        removeEventListener('online', ask);
      };
    }, []);
    return Part ? <Part {...props} /> : whileLoading;
  };
}
