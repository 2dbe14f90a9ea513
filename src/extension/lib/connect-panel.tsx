import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/logo.tsx';
import { originPattern } from '../manifest.ts';
import { requestConnect } from './message.ts';
import { texts } from './texts.ts';
import { extension } from './web-extension.ts';

type ConnectPanelProps = { address: string; ended?: boolean; onConnected: () => void };

/** The panel shown before a connection exists. */
export function ConnectPanel({ address, ended = false, onConnected }: ConnectPanelProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const labels = texts.connect;
  const press = async () => {
    setError(null);
    // The browser's permission prompt must directly follow the press; for a preset address there is none.
    const origins = { origins: [originPattern(address)] };
    if (!(await extension.permissions.request(origins).catch(() => false)))
      return setError(labels.refused.address);
    setBusy(true);
    const connected = await requestConnect();
    setBusy(false);
    if (connected.ok) return onConnected();
    setError(labels.refused[connected.reason]);
  };
  return (
    <section className="grid gap-4 p-5">
      <Mark className="size-11" />
      <div>
        <h1 className="text-2xl">{labels.title}</h1>
        <p className="mt-2 text-15 text-muted">{labels.text}</p>
      </div>
      <ul className="grid gap-2 text-sm">
        {labels.points.map((point) => (
          <li key={point} className="flex items-start gap-2">
            <ShieldCheck aria-hidden className="mt-px size-4.5 shrink-0 text-ok" />
            {point}
          </li>
        ))}
      </ul>
      {ended && <p className="font-medium text-sm text-warn">{labels.ended}</p>}
      <Button wide size="lg" pending={busy} onClick={() => void press()}>
        {labels.button}
      </Button>
      <p role="status" className="text-13 text-muted">
        {busy ? labels.connecting : labels.at(new URL(address).host)}
      </p>
      {error && (
        <p role="alert" className="font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </section>
  );
}
