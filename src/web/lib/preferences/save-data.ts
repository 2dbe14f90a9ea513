import { storedSwitch } from './stored-switch.ts';

// head.js reads the same key before the first paint.
const setting = storedSwitch('less-data', browserPrefersSaveData);

/** Whether the reader wants few bytes: the browser's own hint, or the switch in the settings. */
export const savesData = setting.get;

/** `[on, setOn]` of "Use less data": no web fonts, nothing fetched ahead, no polling under a minute, pictures on a tap. */
export function useSaveData(): readonly [boolean, (on: boolean) => void] {
  const [on, set] = setting.use();
  return [
    on,
    (next) => {
      set(next);
      document.documentElement.classList.toggle('less-data', next);
    },
  ];
}

/** Safari and Firefox do not tell, so there the switch alone decides. */
function browserPrefersSaveData(): boolean {
  return 'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true;
}
