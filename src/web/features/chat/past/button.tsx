import { History } from 'lucide-react';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { pastTexts } from '../texts.ts';

// Loaded on demand: dialogs are heavy, and this one is rarely opened.
const PastDialog = lazyDialog(async () => (await import('./dialog.tsx')).PastDialog);

const LIST = 'all';

/** Leads to the conversations that were put away; which one is open stands in the address. */
export function PastButton() {
  const [{ earlier }, setUrl] = useUrlState({ earlier: '' });
  return (
    <>
      <IconButton
        label={pastTexts.button}
        className="text-muted"
        onClick={() => setUrl({ earlier: LIST }, { push: true })}
      >
        <History aria-hidden />
      </IconButton>
      {earlier !== '' && (
        <PastDialog
          shown={earlier === LIST ? null : earlier}
          onShow={(next) => setUrl({ earlier: next ?? LIST })}
          onClose={() => setUrl({ earlier: '' })}
        />
      )}
    </>
  );
}
