import { useState } from 'react';
import { ConnectPanel } from '../lib/connect-panel.tsx';
import { type Connection, readAddressChosen, readConnection } from '../lib/kept.ts';
import { useOnce } from '../lib/use-once.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Received } from './received.tsx';
import { SelectionButton } from './selection-button.tsx';
import { UnpaidList } from './unpaid-list.tsx';

/** The popup of the toolbar button. */
export function Popup() {
  const [start, again] = useOnce(async () => ({
    connection: await readConnection(),
    address: await readAddressChosen(),
  }));
  const [ended, setEnded] = useState(false);
  if (start.state !== 'read') return <div className="h-48" />;
  const { connection, address } = start.value;
  if (!connection || ended)
    return (
      <main>
        <ConnectPanel
          address={address}
          ended={ended}
          onConnected={() => {
            setEnded(false);
            again();
          }}
        />
        <Footer />
      </main>
    );
  return <Connected connection={connection} onEnd={() => setEnded(true)} />;
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
