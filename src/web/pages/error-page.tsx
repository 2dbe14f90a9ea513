import { usePage } from '#web/lib/navigation/page.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { texts } from './texts.ts';

/** In place of the app when it failed. */
export function ErrorPage() {
  usePage(texts.broken.page);
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <Logo />
      <h1 className="mt-6 text-3xl">{texts.broken.title}</h1>
      <p className="max-w-md text-muted">{texts.broken.text}</p>
      <div className="mt-2 flex gap-3">
        <Button onClick={() => location.reload()}>{texts.broken.again}</Button>
        <a href="/" className={buttonClass({ variant: 'outline' })}>
          {texts.home}
        </a>
      </div>
    </main>
  );
}
