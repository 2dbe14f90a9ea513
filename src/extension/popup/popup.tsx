import { useState } from 'react';
import { ConnectPanel } from '../lib/connect-panel.tsx';
import { type Connection, readChosenAddress, readConnection } from '../lib/storage.ts';
import { useAsync } from '../lib/use-async.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Received } from './received.tsx';
import { SelectionButton } from './selection-button.tsx';
import { UnpaidList } from './unpaid-list.tsx';

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
