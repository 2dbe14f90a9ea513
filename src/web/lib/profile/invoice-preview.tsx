import { QrCode } from 'lucide-react';
import { minor } from '#core/money.ts';
import { Cloth } from '#web/ui/cloth.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { texts } from './texts.ts';

const labels = texts.preview;

type PreviewProps = { name: string; seed: string; logo: string; primary: string; secondary: string };

// Beside fewer than two columns only what wears the brand has room.
const roomy = 'max-lg:hidden';

const items = [
  { text: labels.items.rice, quantity: 2, total: minor(9_000_000) },
  { text: labels.items.chops, quantity: 1, total: minor(3_000_000) },
];
const total = minor(12_000_000);

/** Paper in both themes: the invoice with its selvedge of cloth. */
export function InvoicePreview({ name, logo, brief = false, ...cloth }: PreviewProps & { brief?: boolean }) {
  const detail = brief ? 'hidden' : roomy;
  return (
    <div className="relative overflow-hidden rounded-card bg-white py-7 pr-7 pl-17 text-[#15163a] shadow-e3 max-sm:pr-4 max-sm:pl-12">
      <Cloth {...cloth} columns={2} rows={24} className="absolute inset-y-0 left-0 w-10 max-sm:w-7" />
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="font-bold font-display text-2xl tracking-tight">{labels.invoice}</p>
          <p className="num text-[#565a7c] text-sm">{labels.number}</p>
        </div>
        <div className="min-w-0 text-right">
          <LogoOrInitials name={name} logo={logo} primary={cloth.primary} className="ml-auto" />
          <p className="mt-2 break-words font-semibold text-sm">{name || labels.nobody}</p>
        </div>
      </div>
      <dl
        className={cn(
          'mt-6 grid grid-cols-3 gap-3 border-[#15163a] border-y py-3.5 text-13 [&_dd]:font-medium [&_dt]:text-[#565a7c]',
          detail,
        )}
      >
        <div>
          <dt>{labels.billedTo}</dt>
          <dd>{labels.customer}</dd>
        </div>
        <div>
          <dt>{labels.issued}</dt>
          <dd>{labels.issuedOn}</dd>
        </div>
        <div>
          <dt>{labels.due}</dt>
          <dd>{labels.dueOn}</dd>
        </div>
      </dl>
      <ul className={cn('mt-3 text-sm', detail)}>
        {items.map((item) => (
          <li key={item.text} className="flex items-center gap-3 border-[#dcdde9] border-b py-2.5">
            <span className="min-w-0 flex-1">{item.text}</span>
            <span className="num">{item.quantity}</span>
            <Money amount={item.total} currency="NGN" className="w-28 text-right" />
          </li>
        ))}
      </ul>
      <p className="mt-4 flex items-baseline justify-end gap-6">
        <span className="font-semibold">{labels.total}</span>
        <Money amount={total} currency="NGN" className="font-bold text-2xl" />
      </p>
      <p
        className={cn(
          'mt-6 flex items-center gap-3.5 rounded-control border border-[#dcdde9] p-3 text-13',
          detail,
        )}
      >
        <QrCode aria-hidden className="size-10 shrink-0" strokeWidth={1.4} />
        <span>
          <b className="block font-semibold">{labels.scan}</b>
          {labels.scanText}
        </span>
      </p>
    </div>
  );
}

/** The page a customer pays on, as a phone shows it. */
export function PhonePreview({ name, logo, ...cloth }: PreviewProps) {
  return (
    <div className="mx-auto w-full max-w-[20rem] overflow-hidden rounded-[2rem] border-[6px] border-night bg-bg shadow-e3">
      <Cloth {...cloth} columns={8} rows={4} className="h-34" />
      <div className="-mt-10 relative mx-3 mb-5 rounded-card border border-line bg-surface p-4.5">
        <div className="flex items-center gap-3">
          <LogoOrInitials name={name} logo={logo} primary={cloth.primary} />
          <p className="min-w-0 break-words font-semibold leading-tight">{name || labels.nobody}</p>
        </div>
        <p className="mt-4 text-muted text-sm">{labels.numberFor}</p>
        <Money amount={total} currency="NGN" className="font-bold text-3xl" />
        <p className={cn('mt-4 border-line border-t border-dashed pt-4 text-muted text-sm', roomy)}>
          {labels.dueLong}
        </p>
        <p className={cn('mt-4 rounded-control bg-sunken p-3 text-sm', roomy)}>
          <span className="block text-muted">{labels.transfer}</span>
          <span className="num text-xl">{labels.account}</span>
        </p>
      </div>
    </div>
  );
}

function LogoOrInitials({
  name,
  logo,
  primary,
  className = '',
}: {
  name: string;
  logo: string;
  primary: string;
  className?: string;
}) {
  if (logo) return <img src={logo} alt="" className={`size-11 rounded-md object-contain ${className}`} />;
  return (
    <svg viewBox="0 0 44 44" aria-hidden className={`size-11 shrink-0 rounded-md ${className}`}>
      <rect width="44" height="44" fill={primary} />
      <circle cx="22" cy="22" r="17" fill="#15163a" opacity="0.55" />
      <text x="22" y="28" textAnchor="middle" fill="#ffffff" className="num font-bold text-base">
        {name.trim().slice(0, 2).toUpperCase() || labels.initials}
      </text>
    </svg>
  );
}
