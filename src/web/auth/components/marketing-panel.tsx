import { ChartNoAxesCombined, Link2, ShieldCheck, Sparkles } from 'lucide-react';
import { HouseCloth } from '#web/ui/cloth.tsx';
import { Logo } from '#web/ui/logo.tsx';
import * as texts from '../texts.ts';

const points = [
  { icon: Sparkles, ...texts.about.invoices },
  { icon: Link2, ...texts.about.links },
  { icon: ChartNoAxesCombined, ...texts.about.analytics },
  { icon: ShieldCheck, ...texts.about.security },
];

export function MarketingPanel() {
  return (
    <aside
      aria-label={texts.about.label}
      className="sticky top-0 isolate flex h-dvh flex-col overflow-hidden bg-night p-12 text-on-night max-xl:p-9 max-lg:hidden"
    >
      <a href="/" aria-label={texts.shared.home} className="self-start rounded-control">
        <Logo className="text-on-night" />
      </a>
      <div aria-hidden className="-z-10 absolute -top-44 -right-52 size-[34rem]">
        {rings.map((ring) => (
          <span key={ring} className={`absolute rounded-full border border-night-line ${ring}`} />
        ))}
        <HouseCloth columns={10} rows={10} night className="absolute inset-0 rounded-full" />
      </div>
      <div className="mt-auto">
        <p className="max-w-[26rem] font-bold font-display text-[clamp(2rem,3.1vw,3rem)] leading-[1.02] tracking-[-0.04em]">
          {texts.about.slogan}
        </p>
        <ul className="mt-9 grid gap-x-8 gap-y-6 xl:grid-cols-2">
          {points.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <span
                aria-hidden
                className="grid size-10 shrink-0 place-items-center rounded-control bg-night-line"
              >
                <Icon className="size-5" />
              </span>
              <div>
                <p className="font-semibold leading-snug">{title}</p>
                <p className="text-night-muted text-sm">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

const rings = ['-inset-6 opacity-90', '-inset-16 opacity-60', '-inset-32 opacity-40', '-inset-52 opacity-25'];
