import { TriangleAlert } from 'lucide-react';
import { cardTexts } from './texts.ts';

/** Warnings about the source document. */
export function SourceWarnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className="flex items-start gap-2.5 rounded-control bg-warn-bg px-3.5 py-3 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0">
        <h3 className="font-semibold">{cardTexts.warnings}</h3>
        <ul className="mt-0.5 grid gap-0.5">
          {warnings.map((warning) => (
            <li key={warning} className="[overflow-wrap:anywhere]">
              {warning}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
