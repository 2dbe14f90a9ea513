import type { ReactNode } from 'react';

type PageHeaderProps = { title: string; subtitle?: ReactNode; children?: ReactNode };

/** The page's one h1, with its buttons. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="text-3xl tracking-[-0.035em]">{title}</h1>
        {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
      </div>
      {children && (
        <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:*:grow max-sm:*:px-3">{children}</div>
      )}
    </header>
  );
}
