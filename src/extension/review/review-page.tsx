import { Logo } from '#web/ui/logo.tsx';
import { type Captured, readCaptured } from '../lib/captured.ts';
import { ConnectPanel } from '../lib/connect-panel.tsx';
import { readAddressChosen, readConnection } from '../lib/kept.ts';
import { texts } from '../lib/texts.ts';
import { useOnce } from '../lib/use-once.ts';
import { Review } from './review.tsx';

const words = texts.review;

/** Where what was chosen on a page becomes an invoice. */
export function ReviewPage() {
  const id = new URLSearchParams(location.search).get('id') ?? '';
  const [start, again] = useOnce(async () => ({
    chosen: await readCaptured(id),
    connection: await readConnection(),
    address: await readAddressChosen(),
  }));
  if (start.state !== 'read') return null;
  const { chosen, connection, address } = start.value;
  const refusal = chosen ? unreadWords(chosen) : words.gone;
  return (
    <div className="mx-auto grid max-w-[60rem] gap-5 px-5 py-6 max-sm:px-3.5">
      <header className="flex items-center justify-between gap-4">
        <Logo />
        {connection && <p className="min-w-0 truncate text-muted text-sm">{connection.businessName}</p>}
      </header>
      <main>
        {connection && <h1 className="mb-4 text-2xl">{words.title}</h1>}
        {refusal && (
          <p role="alert" className="rounded-card border border-line bg-surface p-4.5">
            {refusal}
          </p>
        )}
        {chosen && chosen.kind !== 'unread' && connection && (
          <Review id={id} chosen={chosen} connection={connection} onEnd={again} />
        )}
        {!refusal && !connection && (
          <div className="mx-auto max-w-[28rem] rounded-card border border-line bg-surface">
            <ConnectPanel address={address} onConnected={again} />
          </div>
        )}
      </main>
    </div>
  );
}

const unreadWords = (chosen: Captured): string | null =>
  chosen.kind === 'unread' ? words.unread[chosen.reason] : null;
