import { Logo } from '#web/ui/logo.tsx';
import { type Captured, readCaptured } from '../lib/capture-store.ts';
import { ConnectPanel } from '../lib/connect-panel.tsx';
import { readChosenAddress, readConnection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import { useAsync } from '../lib/use-async.ts';
import { Review } from './review.tsx';

const labels = texts.review;

/** Where what was chosen on a page becomes an invoice. */
export function ReviewPage() {
  const id = new URLSearchParams(location.search).get('id') ?? '';
  const [state, reload] = useAsync(async () => ({
    capture: await readCaptured(id),
    connection: await readConnection(),
    address: await readChosenAddress(),
  }));
  if (state.state !== 'read') return null;
  const { capture, connection, address } = state.value;
  const refusal = capture ? unreadMessage(capture) : labels.gone;
  return (
    <div className="mx-auto grid max-w-[60rem] gap-5 px-5 py-6 max-sm:px-3.5">
      <header className="flex items-center justify-between gap-4">
        <Logo />
        {connection && <p className="min-w-0 truncate text-muted text-sm">{connection.businessName}</p>}
      </header>
      <main>
        {connection && <h1 className="mb-4 text-2xl">{labels.title}</h1>}
        {refusal && (
          <p role="alert" className="rounded-card border border-line bg-surface p-4.5">
            {refusal}
          </p>
        )}
        {capture && capture.kind !== 'unread' && connection && (
          <Review id={id} capture={capture} connection={connection} onEnd={reload} />
        )}
        {!refusal && !connection && (
          <div className="mx-auto max-w-[28rem] rounded-card border border-line bg-surface">
            <ConnectPanel address={address} onConnected={reload} />
          </div>
        )}
      </main>
    </div>
  );
}

const unreadMessage = (capture: Captured): string | null =>
  capture.kind === 'unread' ? labels.unread[capture.reason] : null;
