import { MarketingPanel } from './components/marketing-panel.tsx';

/** The form at the right, what the product does at the left; only what is inside `#app` runs in the browser. */
export function AuthFrame({ app }: { app: string }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,0.92fr)_minmax(0,1fr)]">
      <MarketingPanel />
      <div id="app" className="contents" dangerouslySetInnerHTML={{ __html: app }} />
    </div>
  );
}
