import { createElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { RenderedPage } from '#web/rendered-page.ts';
import { MarketingPanel } from './components/marketing-panel.tsx';
import { AuthColumn } from './layout.tsx';
import { authPages } from './pages.ts';
import * as texts from './texts.ts';

/** The form at the right, what the product does at the left; only what is inside `#auth` runs in the browser. */
function AuthFrame({ app }: { app: string }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,0.92fr)_minmax(0,1fr)]">
      <MarketingPanel />
      <div id="auth" className="contents" dangerouslySetInnerHTML={{ __html: app }} />
    </div>
  );
}

/** The entry's pages as they look before anything is typed. */
export function authDocuments(): Promise<RenderedPage[]> {
  return Promise.all(
    Object.entries(authPages).map(async ([path, { module, load }]) => {
      const { title, description } = texts.documents[module];
      const app = renderToString(<AuthColumn>{createElement(await load())}</AuthColumn>);
      return {
        file: `${path.slice(1)}.html`,
        title: texts.documentTitle(title),
        description,
        robots: 'noindex',
        head: '',
        body: renderToStaticMarkup(<AuthFrame app={app} />),
        entry: 'auth/main.tsx',
        modules: [module],
      };
    }),
  );
}
