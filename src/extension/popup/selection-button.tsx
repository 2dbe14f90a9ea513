import { TextSelect } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { openReview } from '../lib/capture-store.ts';
import { captureSelection } from '../lib/capture.ts';
import { texts } from '../lib/texts.ts';
import { extension } from '../lib/web-extension.ts';

/** Makes an invoice from what is selected on the page behind the popup. */
export function SelectionButton() {
  const [message, setMessage] = useState<string | null>(null);
  const press = async () => {
    const [tab] = await extension.tabs.query({ active: true, currentWindow: true });
    const capture = tab ? await captureSelection(tab) : null;
    if (!capture) return setMessage(texts.popup.closedPage);
    if (capture.kind !== 'text') return setMessage(texts.popup.noSelection);
    await openReview(capture, tab);
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
        className={message ? 'mt-1.5 font-medium text-13 text-warn' : 'mt-1.5 text-13 text-muted'}
      >
        {message ?? texts.popup.selectionHint}
      </p>
    </div>
  );
}
