import { useState } from 'react';
import { lazyComponent } from '../../lazy.tsx';
import type { ItemExtrasProps } from './fields.tsx';
import { extrasTexts as texts } from './texts.ts';

const ItemExtraFields = lazyComponent(async () => (await import('./fields.tsx')).ItemExtraFields);

/** Fields few items need, fetched when they are opened; open where the item has something of them. */
export function ItemExtras(props: ItemExtrasProps) {
  const { discount, taxCode } = props.item;
  const isUsed = discount !== '' || taxCode !== 'standard' || props.error !== undefined;
  const [wasOpened, setOpened] = useState(isUsed);
  return (
    <details
      open={isUsed || undefined}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className="mt-3"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-primary text-sm">
        {texts.more}
      </summary>
      {(wasOpened || isUsed) && <ItemExtraFields {...props} />}
    </details>
  );
}
