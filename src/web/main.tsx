import './styles.css';
import { followTheme } from '#web/lib/preferences/theme.ts';

/** Parts that every page runs, in the order in which one needs the other; alike in length. */
const parts = [
  () => import('react-dom/client'),
  () => import('#web/lib/query-client.ts'),
  () => import('#contract/wire.ts'),
  () => import('#web/lib/api.ts'),
  () => import('#web/lib/business-profile.ts'),
  () => import('#web/lib/session/user-query.ts'),
  () => import('#web/pages/root.tsx'),
  () => import('#web/pages/dashboard/page-error.tsx'),
  () => import('./routes.tsx'),
];

const root = document.getElementById('app');
// Log-in pages have none: of the file this stands in they want a part only, for their toasts.
if (root) void start(root);

/** Runs each part in a task of its own: on a slow phone a press is heard between two of them. */
async function start(container: HTMLElement): Promise<void> {
  followTheme();
  for (const part of parts) {
    await part();
    await new Promise((resume) => setTimeout(resume));
  }
  const { startApp } = await import('./start.tsx');
  await startApp(container);
}
