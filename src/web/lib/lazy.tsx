import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A part that is fetched when it is first shown. Without a network it stays away and is asked for again once there is one:
 * the page around it stands, where React's own `lazy` would take it down for good.
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
