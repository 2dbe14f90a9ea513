import './pay.css';
import { announce, text } from './announce.ts';
import { copyFrom, shareFrom } from './copy.ts';
import { startCountdown } from './countdown.ts';
import { startLiveUpdates } from './live-updates.ts';
import { countTicks } from './ticks.ts';

document.documentElement.classList.add('js');

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const copies = target?.closest<HTMLElement>('[data-copy]');
  const shares = target?.closest<HTMLElement>('[data-share]');
  if (copies) void copyFrom(copies);
  if (!shares) return;
  event.preventDefault();
  void shareFrom(shares);
});

const countdown = startCountdown((warning) => announce(text(warning)));
startLiveUpdates(() => countdown.restart());
countTicks();

// Few sign by hand: the pad is loaded by those who open it.
const hand = document.querySelector<HTMLDetailsElement>('[data-sign]');
if (hand?.open) loadPad();
else hand?.addEventListener('toggle', loadPad, { once: true });

function loadPad(): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = document.querySelector<HTMLElement>('[data-pad]')?.dataset.pad ?? '';
  document.head.append(script);
}
