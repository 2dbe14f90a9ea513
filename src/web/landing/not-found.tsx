import { buttonClass } from '#web/ui/button.tsx';
import { HouseCloth } from '#web/ui/cloth.tsx';
import { SiteFooter } from './footer.tsx';
import { SiteHeader } from './header.tsx';
import { notFound as texts } from './texts.ts';

export function NotFound() {
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
        <h1 className="mt-4 text-[clamp(2rem,4vw,2.75rem)]">{texts.heading}</h1>
        <p className="max-w-md text-[1.125rem] text-muted">{texts.text}</p>
        <a href="/" className={buttonClass({ size: 'lg', className: 'mt-3' })}>
          {texts.home}
        </a>
      </main>
      <SiteFooter />
    </>
  );
}
