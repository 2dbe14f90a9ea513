import { usePage } from '../lib/page.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';

/** An address inside the app that leads nowhere; every other one shows the built 404 page. */
export function NotFoundPage() {
  usePage('Page not found');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <Logo />
      <p aria-hidden className="num mt-6 text-[clamp(5rem,22vw,10rem)] leading-none tracking-tighter">
        4<span className="text-accent">0</span>4
      </p>
      <h1 className="text-3xl">Oops! Page not found</h1>
      <p className="max-w-md text-muted">The address may be old, or a letter may be missing.</p>
      <a href="/" className={buttonClass({ className: 'mt-2' })}>
        Return to Home
      </a>
    </main>
  );
}

export function BrokenPage() {
  usePage('Something went wrong');
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <Logo />
      <h1 className="mt-6 text-3xl">This page could not be shown</h1>
      <p className="max-w-md text-muted">
        Your records are safe. Load the page again; if it still fails, come back in a few minutes.
      </p>
      <div className="mt-2 flex gap-3">
        <Button onClick={() => location.reload()}>Load again</Button>
        <a href="/" className={buttonClass({ look: 'outline' })}>
          Return to Home
        </a>
      </div>
    </main>
  );
}
