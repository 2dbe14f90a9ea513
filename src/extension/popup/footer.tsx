import { texts } from '../lib/texts.ts';
import { extension } from '../lib/web-extension.ts';

const link =
  'inline-flex min-h-9 items-center rounded-sm text-13 font-medium text-muted underline-offset-4 hover:text-ink hover:underline';

/** Ways out of the popup. */
export function Footer({ address }: { address?: string }) {
  return (
    <footer className="flex justify-between border-line border-t px-4 py-1.5">
      {address ? (
        <a
          href={`${address}/dashboard/invoices?status=due`}
          target="_blank"
          rel="noreferrer"
          className={link}
        >
          {texts.popup.all}
        </a>
      ) : (
        <span />
      )}
      <button type="button" className={link} onClick={() => void extension.runtime.openOptionsPage()}>
        {texts.popup.options}
      </button>
    </footer>
  );
}
