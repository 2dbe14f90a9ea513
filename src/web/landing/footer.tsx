import { HouseCloth } from '#web/ui/cloth.tsx';
import { cn } from '#web/ui/cn.ts';
import { Logo } from '#web/ui/logo.tsx';
import { wrapClass } from './parts.tsx';
import { footer as texts } from './texts.ts';

const linkClass =
  'inline-flex min-h-9 items-center text-muted hover:text-ink hover:underline underline-offset-4 max-md:min-h-11';

export function SiteFooter() {
  return (
    <footer className="border-line border-t bg-surface">
      <HouseCloth
        columns={CLOTH_COLUMNS}
        rows={1}
        crackle={false}
        className="h-5 [&>svg]:w-auto [&>svg]:min-w-full"
      />
      <div
        className={cn(
          wrapClass,
          'grid grid-cols-2 gap-x-8 gap-y-10 pt-14 pb-10 max-md:pt-11 md:grid-cols-[1.6fr_repeat(3,1fr)]',
        )}
      >
        <div className="max-md:col-span-2">
          <Logo />
          <p className="mt-4 max-w-[19em] text-muted">{texts.line}</p>
        </div>
        {texts.columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold text-15 tracking-normal [font-family:var(--font-text)]">{title}</h2>
            <Links links={links} className="mt-2.5" />
          </nav>
        ))}
      </div>
      <div className={wrapClass}>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-1 border-line border-t py-5 text-15 text-muted">
          <span className="mr-auto">{texts.rights}</span>
          <nav aria-label={texts.legalLabel}>
            <Links links={texts.legal} className="flex flex-wrap gap-x-7" />
          </nav>
        </div>
      </div>
    </footer>
  );
}

// As wide as most screens; what is too much is cut off, and on wider ones it is drawn larger.
const CLOTH_COLUMNS = 96;

type LinksProps = { links: readonly { label: string; href: string }[]; className: string };

const Links = ({ links, className }: LinksProps) => (
  <ul className={className}>
    {links.map(({ label, href }) => (
      <li key={label}>
        <a href={href} className={linkClass}>
          {label}
        </a>
      </li>
    ))}
  </ul>
);
