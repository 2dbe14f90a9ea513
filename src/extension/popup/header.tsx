import { ExternalLink } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/logo.tsx';
import type { Connection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';

export function Header({ connection }: { connection: Connection }) {
  return (
    <header className="flex items-center gap-2.5 px-4 pt-3.5 pb-3">
      <Mark className="size-8" />
      <h1 className="min-w-0 flex-1 truncate font-text text-15 tracking-normal">{connection.businessName}</h1>
      <a
        href={`${connection.address}/dashboard`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'ghost', size: 'sm', className: '-mr-1.5 px-2' })}
      >
        {texts.popup.app}
        <ExternalLink aria-hidden />
      </a>
    </header>
  );
}
