import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';

export const wrapClass = 'mx-auto w-[calc(100%-2.5rem)] max-w-[77.5rem] min-[48rem]:w-[calc(100%-4rem)]';

type SectionProps = {
  id?: string;
  /** The id of the heading is made from it. */
  name: string;
  heading: string;
  lead?: string | undefined;
  /** Puts the lead beside the heading instead of under it. */
  split?: boolean;
  className?: string;
  children: ReactNode;
};

export function Section({ id, name, heading, lead, split = false, className, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${name}-heading`}
      className={cn('scroll-mt-[-1.5rem] py-26 max-md:py-17', className)}
    >
      <div className={wrapClass}>
        <div className={cn('grid gap-x-12 gap-y-4', split && 'items-end lg:grid-cols-[1.1fr_1fr]')}>
          <SectionHeading id={`${name}-heading`}>{heading}</SectionHeading>
          {lead && <p className="max-w-[34em] text-[1.125rem] text-muted leading-relaxed">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}

export function SectionHeading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2
      id={id}
      tabIndex={-1}
      className="max-w-[17em] text-[clamp(2.125rem,4vw,3.5rem)] leading-none tracking-[-0.04em]"
    >
      {children}
    </h2>
  );
}
