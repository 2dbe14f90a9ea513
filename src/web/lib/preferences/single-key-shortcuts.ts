import { storedSwitch } from './stored-switch.ts';

const setting = storedSwitch('single-keys', () => true);

/** Whether keys pressed alone, such as C or G then D, do something. */
export const areSingleKeysOn = setting.get;

/** `[on, setOn]` of the setting for single-key shortcuts, stored in this browser. */
export const useSingleKeys = setting.use;
