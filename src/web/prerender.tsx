import { createMemoryHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { assert } from '#core/assert.ts';
import { authDocuments } from '#web/auth/documents.tsx';
import { documents } from '#web/landing/documents.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { App } from './app.tsx';
import type { RenderedPage } from './rendered-page.ts';
import { router } from './routes.tsx';

export async function renderPages(): Promise<RenderedPage[]> {
  return [...landingPages(), ...(await authDocuments())];
}

/** A page of the app as it looks before anything is known of its owner. */
export async function renderFrame(path: string): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [path] });
  // It would write an inline script into the frame.
  router.update({ history, scrollRestoration: false });
  await router.load();
  const markup = renderToStaticMarkup(<App />);
  // React draws nothing in place of what throws without a browser.
  assert(markup !== '', `${path} cannot be drawn at build`);
  // Its queries would keep the build's process for the minutes they are cached.
  queryClient.clear();
  return markup;
}

function landingPages(): RenderedPage[] {
  return documents.map(({ file, title, description, robots, body, headExtra }) => ({
    file,
    title,
    description,
    robots,
    head: headExtra ? renderToStaticMarkup(headExtra) : '',
    body: renderToStaticMarkup(body),
    entry: 'landing/main.ts',
    modules: [],
  }));
}
