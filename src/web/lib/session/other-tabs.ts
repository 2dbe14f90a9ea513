import { goToLogin } from './login-redirect.ts';
import { getSession, rereadSession } from './session.ts';

/**
 * Leaves the page once another tab has logged out or somebody else has logged in there: nothing this tab has read
 * stays on its screen or in its memory. The browser's copy of it, kept for the way back, leaves as soon as it is shown.
 */
export function followOtherTabs(): void {
  const { token, user } = getSession();
  if (token === null) return;
  const check = () => {
    const now = rereadSession();
    if (now.token === null) void goToLogin();
    else if (user && now.user?.id !== user.id) location.reload();
  };
  addEventListener('storage', check);
  addEventListener('pageshow', ({ persisted }) => persisted && check());
}
