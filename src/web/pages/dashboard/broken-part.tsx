import { CloudOff, WifiOff } from 'lucide-react';
import { usePage } from '../../lib/page.ts';
import { useReach } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Ripple } from '../../ui/states.tsx';

const words = {
  offline: {
    title: 'This page needs a connection',
    text: 'It has not been opened on this device yet. What you have opened before can be read without one.',
  },
  failed: {
    title: 'This page could not be shown',
    text: 'Your records are safe. Load the page again; if it still fails, come back in a few minutes.',
  },
};

/** In place of a page that could not be fetched or failed; the way to the other pages stays. */
export function BrokenPart() {
  const reach = useReach();
  const { title, text } = reach === 'ok' ? words.failed : words.offline;
  usePage(title);
  return (
    <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
      <Ripple>{reach === 'ok' ? <CloudOff /> : <WifiOff />}</Ripple>
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-md text-muted">{text}</p>
      <Button look="outline" className="mt-3" onClick={() => location.reload()}>
        Load again
      </Button>
    </div>
  );
}
