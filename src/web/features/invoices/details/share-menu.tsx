import { Share2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/menu.tsx';
import type { InvoiceDetail } from '../api.ts';
import { useShareChannels } from './share-channels.tsx';
import { detailsTexts as texts } from './texts.ts';

type ShareMenuProps = { invoice: InvoiceDetail; url: string; className?: string };

/** The ways to share an unpaid invoice, behind a button. */
export function ShareMenu({ invoice, url, className }: ShareMenuProps) {
  const { channels, qrDialog } = useShareChannels(invoice, url);
  return (
    <>
      <DropdownMenu
        label={texts.share}
        trigger={
          // Once money came, its receipt is the first thing to do.
          <Button variant={invoice.amountPaid > 0 ? 'outline' : 'primary'} className={className}>
            <Share2 aria-hidden />
            {texts.share}
          </Button>
        }
      >
        {channels.map((channel) =>
          'href' in channel ? (
            <MenuItem key={channel.label} asChild>
              <a href={channel.href} target="_blank" rel="noreferrer" onClick={channel.onOpen}>
                {channel.icon}
                {channel.label}
              </a>
            </MenuItem>
          ) : (
            <MenuItem key={channel.label} icon={channel.icon} onSelect={channel.run}>
              {channel.label}
            </MenuItem>
          ),
        )}
      </DropdownMenu>
      {qrDialog}
    </>
  );
}
