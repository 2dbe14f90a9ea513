import { storedSwitch } from '../preferences/stored-switch.ts';

const soundSetting = storedSwitch('money-sound', () => false);

/** `[on, setOn]` of the payment sound, stored in this browser. */
export const usePaymentSound = soundSetting.use;

const posSoundSetting = storedSwitch('counter-sound', () => true);

/** The same for the POS screen, where it is on by default. */
export const usePosSound = posSoundSetting.use;

/** Whether payments play a sound. */
export const isPaymentSoundOn = soundSetting.get;

const NOTES_HZ = [659.25, 987.77];
const NOTE_SECONDS = 0.16;
const VOLUME = 0.12;

/** Two rising notes; silent where the browser lets no sound out before somebody touched the page. */
export function playPaymentSound(): void {
  const audio = new AudioContext();
  NOTES_HZ.forEach((pitch, at) => {
    const start = audio.currentTime + at * NOTE_SECONDS;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = 'sine';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 2 * NOTE_SECONDS);
    if (at === NOTES_HZ.length - 1) tone.onended = () => void audio.close();
  });
}
