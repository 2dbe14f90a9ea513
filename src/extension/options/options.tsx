import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { readAddress } from '../lib/address.ts';
import { disconnect } from '../lib/connect.ts';
import {
  type Connection,
  keepAddress,
  keepNotifies,
  readAddressChosen,
  readConnection,
  readNotifies,
} from '../lib/kept.ts';
import { askToWatch } from '../lib/message.ts';
import { texts } from '../lib/texts.ts';
import { useOnce } from '../lib/use-once.ts';
import { extension } from '../lib/web-extension.ts';
import { originPattern } from '../manifest.ts';

const words = texts.options;
const card = 'rounded-card border border-line bg-surface p-4.5';

/** The settings of the extension. */
export function Options() {
  const [start, again] = useOnce(async () => ({
    connection: await readConnection(),
    address: await readAddressChosen(),
    notifies: await readNotifies(),
  }));
  if (start.state !== 'read') return null;
  const { connection, address, notifies } = start.value;
  return (
    <div className="mx-auto grid max-w-[36rem] gap-5 px-5 py-7">
      <header>
        <Logo />
      </header>
      <main className="grid gap-5">
        <h1 className="text-3xl">{words.title}</h1>
        <Account connection={connection} onEnd={again} />
        <Notifies on={notifies} />
        <Address address={address} onChange={again} />
        <section className={card}>
          <h2 className="text-lg">{words.keys}</h2>
          <p className="mt-1.5 text-muted text-sm">{words.keysText}</p>
        </section>
      </main>
    </div>
  );
}

function Account({ connection, onEnd }: { connection: Connection | null; onEnd: () => void }) {
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  const end = async () => {
    setBusy(true);
    await disconnect();
    await askToWatch();
    setBusy(false);
    setTold(words.disconnected);
    onEnd();
  };
  return (
    <section className={card}>
      <h2 className="text-lg">{words.account}</h2>
      {connection ? (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-semibold [overflow-wrap:anywhere]">{connection.businessName}</p>
            <p className="text-muted text-sm [overflow-wrap:anywhere]">
              {words.connectedAs(connection.email)}
            </p>
          </div>
          <Button look="outline" pending={busy} onClick={() => void end()}>
            {words.disconnect}
          </Button>
        </div>
      ) : (
        <p role="status" className="mt-1.5 text-muted text-sm">
          {told && `${told}. `}
          {words.notConnected}
        </p>
      )}
    </section>
  );
}

function Notifies({ on }: { on: boolean }) {
  const [now, setNow] = useState(on);
  const [refused, setRefused] = useState(false);
  const change = async (next: boolean) => {
    const asked = { permissions: ['notifications'] };
    const may = next ? await extension.permissions.request(asked).catch(() => false) : false;
    if (!next) await extension.permissions.remove(asked).catch(() => false);
    setRefused(next && !may);
    setNow(may);
    await keepNotifies(may);
  };
  return (
    <section className={card}>
      <div className="flex items-center justify-between gap-4">
        <h2 id="notify" className="text-lg">
          {words.notify}
        </h2>
        <Switch
          labelledBy="notify"
          describedBy="notify-hint"
          checked={now}
          onChange={(next) => void change(next)}
        />
      </div>
      <p id="notify-hint" className="mt-1.5 text-muted text-sm">
        {words.notifyHint}
      </p>
      {refused && (
        <p role="alert" className="mt-1.5 font-medium text-sm text-warn">
          {words.notifyRefused}
        </p>
      )}
    </section>
  );
}

function Address({ address, onChange }: { address: string; onChange: () => void }) {
  const [typed, setTyped] = useState(address);
  const [error, setError] = useState<string | undefined>();
  const [saved, setSaved] = useState(false);
  const save = async () => {
    const next = readAddress(typed);
    setSaved(false);
    if (!next) return setError(words.addressWrong);
    const origins = { origins: [originPattern(next)] };
    if (!(await extension.permissions.request(origins).catch(() => false))) return setError(words.refused);
    setError(undefined);
    // A session belongs to the service that gave it.
    if (next !== address) await disconnect();
    await keepAddress(next);
    setTyped(next);
    setSaved(true);
    onChange();
  };
  return (
    <section className={card}>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label={words.address} hint={words.addressHint} error={error}>
          <Input
            type="url"
            inputMode="url"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div className="flex items-center gap-3">
          <Button type="submit" look="outline">
            {words.save}
          </Button>
          <span role="status" className="text-muted text-sm">
            {saved && words.saved}
          </span>
        </div>
      </form>
    </section>
  );
}
