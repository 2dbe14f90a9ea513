import { BadgeCheck, ExternalLink, TextSelect } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/logo.tsx';
import { openReview } from '../lib/capture-store.ts';
import { captureSelection } from '../lib/capture.ts';
import { ConnectPanel } from '../lib/connect-panel.tsx';
import { markPaymentsSeen, receivedText } from '../lib/payment-alerts.ts';
import { type Connection, readChosenAddress, readConnection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import { useAsync } from '../lib/use-async.ts';
import { extension } from '../lib/web-extension.ts';
import { UnpaidList } from './unpaid-list.tsx';

const link =
  'inline-flex min-h-9 items-center rounded-sm text-13 font-medium text-muted underline-offset-4 hover:text-ink hover:underline';

/** Ways out of the popup. */
function Footer({ address }: { address?: string }) {
  return (
    <footer className="flex justify-between border-line border-t px-4 py-1.5">
      {address ? (
        <a
          href={`${address}/dashboard/invoices?status=due`}
          target="_blank"
          rel="noreferrer"
          className={link}
        >
          {texts.popup.all}
        </a>
      ) : (
        <span />
      )}
      <button type="button" className={link} onClick={() => void extension.runtime.openOptionsPage()}>
        {texts.popup.options}
      </button>
    </footer>
  );
}

/** The popup of the toolbar button. */
export function Popup() {
  const [state, reload] = useAsync(async () => ({
    connection: await readConnection(),
    address: await readChosenAddress(),
  }));
  const [ended, setEnded] = useState(false);
  if (state.state !== 'read') return <div className="h-48" />;
  const { connection, address } = state.value;
  if (!connection || ended)
    return (
      <main>
        <ConnectPanel
          address={address}
          ended={ended}
          onConnected={() => {
            setEnded(false);
            reload();
          }}
        />
        <Footer />
      </main>
    );
  return <Connected connection={connection} onEnd={() => setEnded(true)} />;
}

function Header({ connection }: { connection: Connection }) {
  return (
    <header className="flex items-center gap-2.5 px-4 pt-3.5 pb-3">
      <Mark className="size-8" />
      <h1 className="min-w-0 flex-1 truncate font-text text-15 tracking-normal">{connection.businessName}</h1>
      <a
        href={`${connection.address}/dashboard`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'ghost', size: 'sm', className: '-mr-1.5 px-2' })}
      >
        {texts.popup.app}
        <ExternalLink aria-hidden />
      </a>
    </header>
  );
}

function Connected({ connection, onEnd }: { connection: Connection; onEnd: () => void }) {
  return (
    <>
      <Header connection={connection} />
      <main className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-3">
        <SelectionButton />
        <Received connection={connection} />
        <UnpaidList connection={connection} onEnd={onEnd} />
      </main>
      <Footer address={connection.address} />
    </>
  );
}

const MAX_NAMED = 3;

/** Money that came since the popup was last opened. */
function Received({ connection }: { connection: Connection }) {
  const [received] = useAsync(markPaymentsSeen);
  if (received.state !== 'read' || received.value.length === 0) return null;
  const named = received.value.slice(0, MAX_NAMED);
  const more = received.value.length - named.length;
  return (
    <section className="flex items-start gap-2.5 rounded-control bg-ok-bg px-3.5 py-3">
      <BadgeCheck aria-hidden className="mt-px size-5 shrink-0 text-ok" />
      <div className="min-w-0 text-sm">
        <h2 className="font-semibold font-text text-sm tracking-normal">{texts.popup.received}</h2>
        <ul>
          {named.map((activity) => (
            <li key={activity.id} className="[overflow-wrap:anywhere]">
              {receivedText(activity)}
            </li>
          ))}
        </ul>
        {more > 0 && (
          <a
            href={`${connection.address}/dashboard/payments`}
            target="_blank"
            rel="noreferrer"
            className="underline"
          >
            {texts.popup.more(more)}
          </a>
        )}
      </div>
    </section>
  );
}

/** Makes an invoice from what is selected on the page behind the popup. */
function SelectionButton() {
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
