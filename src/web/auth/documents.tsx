import { createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { RenderedPage } from '../rendered-page.ts';
import { AuthFrame } from './frame.tsx';
import { AuthColumn } from './layout.tsx';
import { authPages } from './pages.ts';

/** The entry's pages as they look before anything is typed. */
export function authDocuments(): Promise<RenderedPage[]> {
  return Promise.all(
    Object.entries(authPages).map(async ([path, { title, description, module, load }]) => {
      const app = renderToString(<AuthColumn>{createElement(await load())}</AuthColumn>);
      return {
        file: `${path.slice(1)}.html`,
        title: `${title} | Duewell`,
        description,
        robots: 'noindex',
        head: '',
        body: renderToStaticMarkup(<AuthFrame app={app} />),
        entry: 'auth/main.tsx',
        modules: [module],
        fonts: ['display-latin', 'text-latin'],
      };
    }),
  );
}
