import type { ReactElement } from 'react';
import { PublicHead, siteData } from './head.tsx';
import { legalTexts } from './legal-texts/all.ts';
import type { LegalText } from './legal-texts/types.ts';
import { LegalPage } from './legal.tsx';
import { NotFound } from './not-found.tsx';
import { LandingPage } from './page.tsx';
import { brand, meta, notFound } from './texts.ts';

const titled = (title: string) => `${title} | ${brand}`;

/** A page made into a file when the web app is built; only its islands run in the browser. */
type StaticDocument = {
  /** The file in the folder that is served. */
  file: string;
  path: string;
  title: string;
  description: string;
  robots: 'index,follow' | 'noindex';
  body: ReactElement;
  /** Further elements of the head. `__PUBLIC_URL__` in it is replaced when the page is served. */
  headExtra?: ReactElement;
};

/** Every page that is made into a file when the web app is built. */
export const documents: StaticDocument[] = [
  publicPage({ file: 'index.html', path: '/', ...meta, body: <LandingPage />, structuredData: siteData }),
  ...legalTexts.map(legalPage),
  {
    file: '404.html',
    path: '/404',
    title: titled(notFound.title),
    description: notFound.text,
    robots: 'noindex',
    body: <NotFound />,
  },
];

type PublicPage = {
  file: string;
  path: string;
  title: string;
  description: string;
  body: ReactElement;
  structuredData?: object;
};

function publicPage({ title, structuredData, ...page }: PublicPage): StaticDocument {
  const full = titled(title);
  return {
    ...page,
    title: full,
    robots: 'index,follow',
    headExtra: (
      <PublicHead
        title={full}
        description={page.description}
        path={page.path}
        {...(structuredData && { structuredData })}
      />
    ),
  };
}

function legalPage(text: LegalText): StaticDocument {
  const name = text.path.slice(1);
  return publicPage({
    file: `${name}.html`,
    path: text.path,
    title: text.title,
    description: text.lead,
    body: <LegalPage text={text} />,
  });
}
