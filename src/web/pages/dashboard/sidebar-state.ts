import { useState } from 'react';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS_S = 604_800;

function readCookie(): boolean {
  // In the frame that the build draws it is open; head.js takes it away.
  return import.meta.env.SSR || !document.cookie.split('; ').includes(`${COOKIE}=false`);
}

function writeCookie(open: boolean): void {
  // The Cookie Store API is missing in Safari and Firefox
  document.cookie = `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_S}; SameSite=Lax`;
}

/** Whether the sidebar is open (stored for seven days) and whether the phone's sheet is. */
export function useSidebar() {
  const [open, setOpen] = useState(readCookie);
  const [sheet, setSheet] = useState(false);
  const [sheetMounted, setSheetMounted] = useState(false);
  const toggle = () => {
    if (matchMedia('(max-width: 767px)').matches) {
      setSheetMounted(true);
      return setSheet((was) => !was);
    }
    setOpen((was) => {
      writeCookie(!was);
      return !was;
    });
  };
  return { open, sheet, sheetWanted: sheetMounted, setSheet, toggle };
}
