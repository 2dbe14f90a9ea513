import type { ReactElement } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { HouseCloth } from '#web/ui/cloth.tsx';
import { SiteFooter } from './footer.tsx';
import { PublicHead, siteData } from './head.tsx';
import { SiteHeader } from './header.tsx';
import { legalTexts } from './legal-texts/all.ts';
import type { LegalText } from './legal-texts/types.ts';
import { LegalPage } from './legal.tsx';
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

function NotFound() {
  return (
    <>
      <SiteHeader />
      <main
        id="main"
        tabIndex={-1}
        className="relative isolate grid min-h-[36rem] place-content-center justify-items-center gap-4 overflow-clip px-5 py-20 text-center"
      >
        <p
          aria-hidden
          className="num flex items-center text-[clamp(7rem,26vw,15rem)] leading-none tracking-[-0.06em]"
        >
          4
          <HouseCloth columns={6} rows={6} className="not-found-hole" />4
        </p>
        <h1 className="mt-4 text-[clamp(2rem,4vw,2.75rem)]">{notFound.heading}</h1>
        <p className="max-w-md text-[1.125rem] text-muted">{notFound.text}</p>
        <a href="/" className={buttonClass({ size: 'lg', className: 'mt-3' })}>
          {notFound.home}
        </a>
      </main>
      <SiteFooter />
    </>
  );
}
