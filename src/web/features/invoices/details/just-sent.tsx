import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import type { InvoiceDetail } from '../api.ts';
import { isUnpaid } from '../status.ts';
import { type ShareChannel, useShareChannels } from './share-channels.tsx';
import { detailsTexts as texts } from './texts.ts';

/** The ways to share an invoice, once it was sent while its owner looked on. */
export function JustSent({ invoice }: { invoice: InvoiceDetail }) {
  const [wasPending] = useState(invoice.status === 'pending');
  if (!wasPending || !isUnpaid(invoice) || !invoice.checkoutUrl) return null;
  return <SharePanel invoice={invoice} url={invoice.checkoutUrl} />;
}

function SharePanel({ invoice, url }: { invoice: InvoiceDetail; url: string }) {
  const { channels, qrDialog } = useShareChannels(invoice, url);
  const panel = useRef<HTMLElement>(null);
  // The button that sent it is gone, and what comes next is here.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={texts.shareIt}
      className="mb-4 grid animate-rise gap-3 rounded-card bg-primary-soft p-4 outline-none"
    >
      <p className="flex items-center gap-3">
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-full bg-primary text-on-primary"
        >
          <Check className="size-4.5" strokeWidth={3} />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">{texts.shareIt}</span>
          <span className="block text-muted text-sm">{texts.shareHint}</span>
        </span>
      </p>
      <ul className="grid grid-cols-3 gap-2 sm:flex">
        {channels.map((channel) => (
          <li key={channel.label} className="flex min-w-0 flex-1">
            <Tile channel={channel} />
          </li>
        ))}
      </ul>
      {qrDialog}
    </section>
  );
}

const tileClass = buttonClass({
  variant: 'outline',
  size: 'sm',
  wide: true,
  className: 'min-h-16 max-md:min-h-16 flex-col gap-1 px-1 text-13 [&_svg]:size-5 [&_svg]:text-primary',
});

function Tile({ channel }: { channel: ShareChannel }) {
  if ('href' in channel)
    return (
      <a href={channel.href} target="_blank" rel="noreferrer" onClick={channel.onOpen} className={tileClass}>
        {channel.icon}
        {channel.label}
      </a>
    );
  return (
    <button type="button" onClick={channel.run} className={tileClass}>
      {channel.icon}
      {channel.label}
    </button>
  );
}
