import { useEffect, useState } from 'react';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS_S = 604_800;

function readCookie(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=false`);
}

function writeCookie(open: boolean): void {
  // The Cookie Store API is missing in Safari and Firefox
  document.cookie = `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_S}; SameSite=Lax`;
}

/** Whether the sidebar stands open (kept for seven days) and whether the phone's sheet does. Ctrl or Cmd with B toggles. */
export function useSidebar() {
  const [open, setOpen] = useState(readCookie);
  const [sheet, setSheet] = useState(false);
  const toggle = () => {
    if (matchMedia('(max-width: 767px)').matches) return setSheet((was) => !was);
    setOpen((was) => {
      writeCookie(!was);
      return !was;
    });
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return { open, sheet, setSheet, toggle };
}
