import { goToLogin } from './login-redirect.ts';
import { getSession, rereadSession } from './session.ts';

/**
 * Leaves the page once another tab has logged out or somebody else has logged in there: nothing this tab has read
 * stays on its screen or in its memory. The browser's copy of it, kept for the way back, leaves as soon as it is shown.
 */
export function followOtherTabs(): void {
  const { token, user } = getSession();
  if (token === null) return;
  let isLeaving = false;
  const check = () => {
    const now = rereadSession();
    const isOut = now.token === null;
    if (!isOut && (!user || now.user?.id === user.id)) return;
    isLeaving = true;
    if (isOut) void goToLogin();
    else location.reload();
  };
  // A log-out takes several keys away, each told by an event of its own; leaving again would begin the way out anew.
  addEventListener('storage', () => !isLeaving && check());
  addEventListener('pageshow', ({ persisted }) => persisted && check());
}
