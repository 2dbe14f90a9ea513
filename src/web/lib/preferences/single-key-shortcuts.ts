import { keptSwitch } from './stored-switch.ts';

const kept = keptSwitch('single-keys', () => true);

/** Whether keys pressed alone, such as C or G then D, do something. */
export const singleKeysOn = kept.get;

/** `[on, setOn]` of the setting for single-key shortcuts, stored in this browser. */
export const useSingleKeys = kept.use;
