import { Link } from '@tanstack/react-router';
import { Volume2, VolumeX, X } from 'lucide-react';
import { usePosSound } from '#web/lib/notifications/payment-sound.ts';
import type { PosStatus } from './api.ts';
import { texts } from './texts.ts';

type TopBarProps = { id: string; status: PosStatus | undefined; isSale: boolean };

/** The invoice, the sound and the way out. */
export function TopBar({ id, status, isSale }: TopBarProps) {
  const back = isSale ? texts.backToCounter : texts.back;
  return (
    <header className="flex min-h-16 items-center gap-4 border-line border-b bg-surface px-9 max-md:px-4">
      <p className="min-w-0 flex-1 truncate text-lg">
        {status && (
          <>
            <span className="num font-semibold">{status.invoiceNumber}</span>
            <span className="text-muted">, {status.customerName}</span>
          </>
        )}
      </p>
      <SoundSwitch />
      <Link
        to={isSale ? '/dashboard/counter' : '/dashboard/invoices'}
        search={isSale ? {} : { invoice: id }}
        aria-label={back}
        title={back}
        className="-mr-2.5 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-6" />
      </Link>
    </header>
  );
}

/** The sound at the counter, on or off. */
function SoundSwitch() {
  const [isOn, setOn] = usePosSound();
  const label = isOn ? texts.soundOff : texts.soundOn;
  const Icon = isOn ? Volume2 : VolumeX;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => setOn(!isOn)}
      className="grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-6" />
    </button>
  );
}
