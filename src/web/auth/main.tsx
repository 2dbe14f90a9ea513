import '../styles.css';
import { type ComponentType, createElement } from 'react';
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
  hydrateRoot(root, <AuthColumn>{createElement(await load())}</AuthColumn>);
  showFlashMessage();
}
