import { usePage } from '#web/lib/navigation/page.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { texts } from './texts.ts';

/** An address inside the app that leads nowhere; every other one shows the built 404 page. */
export function NotFoundPage() {
  usePage(texts.notFound.page);
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <Logo />
      <p aria-hidden className="num mt-6 text-[clamp(5rem,22vw,10rem)] leading-none tracking-tighter">
        4<span className="text-accent">0</span>4
      </p>
      <h1 className="text-3xl">{texts.notFound.title}</h1>
      <p className="max-w-md text-muted">{texts.notFound.text}</p>
      <a href="/" className={buttonClass({ className: 'mt-2' })}>
        {texts.home}
      </a>
    </main>
  );
}
