import { CloudOff, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { usePage } from '#web/lib/navigation/page.ts';
import { isOnline, subscribeToNetwork, useConnectivity } from '#web/lib/offline/connectivity.ts';
import { Button } from '#web/ui/button.tsx';
import { Ripple } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

/** In place of a page that could not be fetched or failed; the way to the other pages stays. */
export function PageError() {
  const reach = useConnectivity();
  const { title, text } = reach === 'ok' ? texts.broken.failed : texts.broken.offline;
  usePage(title);
  // Nobody has to ask again for what only wanted a connection.
  useEffect(() => subscribeToNetwork(() => isOnline() && location.reload()), []);
  return (
    <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
      <Ripple>{reach === 'ok' ? <CloudOff /> : <WifiOff />}</Ripple>
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-md text-muted">{text}</p>
      <Button variant="outline" className="mt-3" onClick={() => location.reload()}>
        {texts.broken.again}
      </Button>
    </div>
  );
}
