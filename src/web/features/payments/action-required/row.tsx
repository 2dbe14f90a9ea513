import type { ReactNode } from 'react';

type ActionRowProps = { amount: ReactNode; title: string; text: string; children: ReactNode };

/** An item that needs action: its amount, the reason, and the actions. */
export function ActionRow({ amount, title, text, children }: ActionRowProps) {
  return (
    <li className="grid gap-x-5 gap-y-2.5 border-line border-t px-4.5 py-3.5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          {amount}
          <span className="wrap-anywhere min-w-0 font-medium">{title}</span>
        </p>
        <p className="mt-0.5 text-muted text-sm">{text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:justify-end">{children}</div>
    </li>
  );
}
