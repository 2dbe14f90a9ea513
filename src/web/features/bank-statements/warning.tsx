import { TriangleAlert } from 'lucide-react';
import { Notice } from '#web/ui/states.tsx';

/** A doubt about a statement. */
export function Warning({ children }: { children: string }) {
  return (
    <Notice tone="warn" icon={<TriangleAlert aria-hidden />}>
      {children}
    </Notice>
  );
}
