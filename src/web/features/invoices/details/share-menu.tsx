import { Share2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/menu.tsx';
import type { InvoiceDetail } from '../api.ts';
import { useShareWays } from './share-ways.tsx';
import { detailsTexts as texts } from './texts.ts';

type ShareMenuProps = { invoice: InvoiceDetail; url: string; className?: string };

/** The ways to share an unpaid invoice, behind a button. */
export function ShareMenu({ invoice, url, className }: ShareMenuProps) {
  const { ways, qrDialog } = useShareWays(invoice, url);
  return (
    <>
      <DropdownMenu
        label={texts.share}
        trigger={
          <Button className={className}>
            <Share2 aria-hidden />
            {texts.share}
          </Button>
        }
      >
        {ways.map((way) =>
          'href' in way ? (
            <MenuItem key={way.label} asChild>
              <a href={way.href} target="_blank" rel="noreferrer" onClick={way.onOpen}>
                {way.icon}
                {way.label}
              </a>
            </MenuItem>
          ) : (
            <MenuItem key={way.label} icon={way.icon} onSelect={way.run}>
              {way.label}
            </MenuItem>
          ),
        )}
      </DropdownMenu>
      {qrDialog}
    </>
  );
}
