import { keptSwitch } from '../preferences/stored-switch.ts';

const kept = keptSwitch('money-sound', () => false);

/** `[on, setOn]` of the payment sound, stored in this browser. */
export const useMoneySound = kept.use;

const keptAtCounter = keptSwitch('counter-sound', () => true);

/** The same for the POS screen, where it is on by default. */
export const useCounterSound = keptAtCounter.use;

/** Whether payments play a sound. */
export const moneySoundOn = kept.get;

const NOTES_HZ = [659.25, 987.77];
const NOTE_SECONDS = 0.16;
const LOUDNESS = 0.12;

/** Two rising notes; silent where the browser lets no sound out before somebody touched the page. */
export function playMoneySound(): void {
  const audio = new AudioContext();
  NOTES_HZ.forEach((pitch, at) => {
    const begin = audio.currentTime + at * NOTE_SECONDS;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = 'sine';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 2 * NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 2 * NOTE_SECONDS);
    if (at === NOTES_HZ.length - 1) tone.onended = () => void audio.close();
  });
}
