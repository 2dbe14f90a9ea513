import { storedSwitch } from '../preferences/stored-switch.ts';

/** The switch for alerts in this browser. */
export const pushSwitch = storedSwitch('alerts', () => false);
