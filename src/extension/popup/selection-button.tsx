import { TextSelect } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { review } from '../lib/captured.ts';
import { takeSelection } from '../lib/take.ts';
import { texts } from '../lib/texts.ts';
import { extension } from '../lib/web-extension.ts';

/** Makes an invoice from what is selected on the page behind the popup. */
export function SelectionButton() {
  const [told, setTold] = useState<string | null>(null);
  const press = async () => {
    const [tab] = await extension.tabs.query({ active: true, currentWindow: true });
    const chosen = tab ? await takeSelection(tab) : null;
    if (!chosen) return setTold(texts.popup.closedPage);
    if (chosen.kind !== 'text') return setTold(texts.popup.noSelection);
    await review(chosen, tab);
    window.close();
  };
  return (
    <div>
      <Button wide onClick={() => void press()}>
        <TextSelect aria-hidden />
        {texts.popup.selection}
      </Button>
      <p
        role="status"
        className={told ? 'mt-1.5 font-medium text-13 text-warn' : 'mt-1.5 text-13 text-muted'}
      >
        {told ?? texts.popup.selectionHint}
      </p>
    </div>
  );
}
