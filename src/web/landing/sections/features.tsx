import { BellRing, ChartNoAxesCombined, Link2, MessageCircle, ScanText, ShieldCheck } from 'lucide-react';
import { Section } from '../parts.tsx';
import { features as texts } from '../texts.ts';

const icons = [ScanText, Link2, MessageCircle, BellRing, ChartNoAxesCombined, ShieldCheck];

export function Features() {
  return (
    <Section
      id="features"
      name="features"
      heading={texts.heading}
      className="border-line border-y bg-surface"
    >
      <ul className="mt-11 grid overflow-hidden rounded-panel border border-line bg-line gap-px sm:grid-cols-2 lg:grid-cols-3">
        {texts.cards.map(({ title, text }, index) => {
          const Icon = icons[index] ?? ScanText;
          return (
            <li
              key={title}
              className="bg-bg p-8 max-sm:grid max-sm:grid-cols-[auto_1fr] max-sm:gap-x-6 max-md:p-5.5"
            >
              <span
                aria-hidden
                className="feature-icon grid size-14 place-items-center rounded-full text-primary"
              >
                <Icon className="size-6" />
              </span>
              <div>
                <h3 className="mt-7 text-xl max-sm:mt-1">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
