import type { ReactNode } from 'react';

export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="text-[2.125rem] tracking-[-0.035em]">{title}</h1>
      {children && <p className="mt-1.5 text-muted">{children}</p>}
    </div>
  );
}

export const linkClass = 'rounded-sm font-semibold text-primary underline-offset-4 hover:underline';
