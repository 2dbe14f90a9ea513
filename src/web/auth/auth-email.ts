import { useEffect, useRef } from 'react';
import type { FormHandle } from '#web/lib/forms/use-form.ts';

const KEY = 'auth';

/** The address last used to sign up or log in, for as long as the tab is open. */
export const authEmail = {
  save(email: string): void {
    try {
      sessionStorage.setItem(KEY, email);
    } catch {
      // Only spares typing it again.
    }
  },
  read(): string {
    try {
      return sessionStorage.getItem(KEY) ?? '';
    } catch {
      return '';
    }
  },
};

/** Fills in the address last used, once the page has taken over what the build wrote. */
export function useLastEmail<T extends { email: string }>({ values, reset }: FormHandle<T>): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    const email = authEmail.read();
    if (values.email === '' && email !== '') reset({ ...values, email });
  });
}
