import { useState } from 'react';
import { TextField } from '#web/lib/forms/fields.tsx';
import { Form } from '#web/lib/forms/form.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { readAddress } from '../lib/address.ts';
import { disconnect } from '../lib/connect.ts';
import { requestWatch } from '../lib/message.ts';
import {
  type Connection,
  readChosenAddress,
  readConnection,
  readNotifies,
  saveAddress,
  saveNotifies,
} from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import { useAsync } from '../lib/use-async.ts';
import { extension } from '../lib/web-extension.ts';
import { originPattern } from '../manifest.ts';

const labels = texts.options;
const card = 'rounded-card border border-line bg-surface p-4.5';

/** The settings of the extension. */
export function Options() {
  const [state, reload] = useAsync(async () => ({
    connection: await readConnection(),
    address: await readChosenAddress(),
    notifies: await readNotifies(),
  }));
  if (state.state !== 'read') return null;
  const { connection, address, notifies } = state.value;
  return (
    <div className="mx-auto grid max-w-[36rem] gap-5 px-5 py-7">
      <header>
        <Logo />
      </header>
      <main className="grid gap-5">
        <h1 className="text-3xl">{labels.title}</h1>
        <Account connection={connection} onEnd={reload} />
        <NotificationSettings on={notifies} />
        <Address address={address} onChange={reload} />
        <section className={card}>
          <h2 className="text-lg">{labels.keys}</h2>
          <p className="mt-1.5 text-muted text-sm">{labels.keysText}</p>
        </section>
      </main>
    </div>
  );
}

function Account({ connection, onEnd }: { connection: Connection | null; onEnd: () => void }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const end = async () => {
    setBusy(true);
    await disconnect();
    await requestWatch();
    setBusy(false);
    setMessage(labels.disconnected);
    onEnd();
  };
  return (
    <section className={card}>
      <h2 className="text-lg">{labels.account}</h2>
      {connection ? (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-semibold [overflow-wrap:anywhere]">{connection.businessName}</p>
            <p className="text-muted text-sm [overflow-wrap:anywhere]">
              {labels.connectedAs(connection.email)}
            </p>
          </div>
          <Button variant="outline" pending={busy} onClick={() => void end()}>
            {labels.disconnect}
          </Button>
        </div>
      ) : (
        <p role="status" className="mt-1.5 text-muted text-sm">
          {message && `${message}. `}
          {labels.notConnected}
        </p>
      )}
    </section>
  );
}

function NotificationSettings({ on }: { on: boolean }) {
  const [now, setNow] = useState(on);
  const [refused, setRefused] = useState(false);
  const change = async (next: boolean) => {
    const request = { permissions: ['notifications'] };
    const granted = next ? await extension.permissions.request(request).catch(() => false) : false;
    if (!next) await extension.permissions.remove(request).catch(() => false);
    setRefused(next && !granted);
    setNow(granted);
    await saveNotifies(granted);
  };
  return (
    <section className={card}>
      <div className="flex items-center justify-between gap-4">
        <h2 id="notify" className="text-lg">
          {labels.notify}
        </h2>
        <Switch
          labelledBy="notify"
          describedBy="notify-hint"
          checked={now}
          onChange={(next) => void change(next)}
        />
      </div>
      <p id="notify-hint" className="mt-1.5 text-muted text-sm">
        {labels.notifyHint}
      </p>
      {refused && (
        <p role="alert" className="mt-1.5 font-medium text-sm text-warn">
          {labels.notifyRefused}
        </p>
      )}
    </section>
  );
}

function Address({ address, onChange }: { address: string; onChange: () => void }) {
  const [saved, setSaved] = useState(false);
  const form = useForm(
    (values) => (readAddress(values.address) ? {} : { address: labels.addressWrong }),
    { address },
    'submit',
  );
  const save = async (values: { address: string }) => {
    const next = readAddress(values.address) ?? '';
    setSaved(false);
    const origins = { origins: [originPattern(next)] };
    if (!(await extension.permissions.request(origins).catch(() => false)))
      return form.setErrors({ address: labels.refused });
    // A session belongs to the service that gave it.
    if (next !== address) await disconnect();
    await saveAddress(next);
    form.reset({ address: next });
    setSaved(true);
    onChange();
  };
  return (
    <section className={card}>
      <Form form={form} className="grid gap-3" onSubmit={save} onInvalid={() => setSaved(false)}>
        <TextField
          form={form}
          name="address"
          label={labels.address}
          hint={labels.addressHint}
          type="url"
          inputMode="url"
          spellCheck={false}
        />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="outline">
            {labels.save}
          </Button>
          <span role="status" className="text-muted text-sm">
            {saved && labels.saved}
          </span>
        </div>
      </Form>
    </section>
  );
}
