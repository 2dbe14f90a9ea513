const KEY = 'auth';

/** The address last used to sign up or log in, for as long as the tab is open. */
export const authEmail = {
  keep(email: string): void {
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
