import { Volume2, VolumeX } from 'lucide-react';
import { usePosSound } from '#web/lib/notifications/payment-sound.ts';
import { texts } from './texts.ts';

/** The sound at the counter, on or off. */
export function SoundSwitch() {
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
