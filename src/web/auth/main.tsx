import '../styles.css';
import { type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { assert } from '#core/assert.ts';
import { showFlashMessage } from '#web/lib/notifications/flash-message.ts';
import { getSession } from '#web/lib/session/session.ts';
import { followTheme } from '#web/lib/preferences/theme.ts';
import { AuthColumn } from './layout.tsx';
import { authPages } from './pages.ts';
import { destinationAfterSignIn, requestedRedirect } from './sign-in.ts';

const page = authPages[location.pathname.replace(/\/$/, '')];
const { token, user } = getSession();
// A page restored from the back-forward cache keeps its old state: a pressed button, or a used token.
addEventListener('pageshow', (event) => event.persisted && location.reload());
followTheme();
if (page?.guestsOnly && token !== null && user !== null) {
  location.replace(destinationAfterSignIn(user, requestedRedirect()));
} else if (page) {
  void start(page.load);
}

async function start(load: () => Promise<ComponentType>): Promise<void> {
  const root = document.getElementById('auth');
  assert(root !== null, 'the document has #auth');
  const form = createElement(await load());
  hydrateRoot(
    root,
    <Ready>
      <AuthColumn>{form}</AuthColumn>
    </Ready>,
  );
  showFlashMessage();
}

/** Sends what was sent before this script came, as `head.js` kept it; a box that was ticked meanwhile is known by then. */
function Ready({ children }: { children: ReactNode }) {
  useEffect(() => {
    const sendEarly: (() => void) | undefined = Reflect.get(globalThis, 'sendEarly');
    setTimeout(() => sendEarly?.());
  }, []);
  return children;
}
