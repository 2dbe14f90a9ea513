import { useId, useMemo } from 'react';
import { cloth, houseCloth } from '#core/cloth.ts';
import { cn } from './cn.ts';

type Size = { columns?: number; rows?: number; crackle?: boolean; className?: string };

type ClothProps = Size & {
  /** The business's id once it has one, its name before that. */
  seed: string;
  primary: string;
  secondary: string;
};

/** A business's wax print, filling its box. */
export function Cloth({
  seed,
  primary,
  secondary,
  columns = 8,
  rows = 6,
  crackle = true,
  className,
}: ClothProps) {
  const idPrefix = usePrefix();
  const svg = useMemo(
    () => cloth(seed, { primary, secondary, columns, rows, crackle, idPrefix }),
    [seed, primary, secondary, columns, rows, crackle, idPrefix],
  );
  return <Drawing svg={svg} className={className} />;
}

/** The product's own cloth. */
export function HouseCloth({
  columns = 8,
  rows = 6,
  crackle = true,
  night = false,
  className,
}: Size & { night?: boolean }) {
  const idPrefix = usePrefix();
  const svg = useMemo(
    () => houseCloth({ columns, rows, crackle, night, idPrefix }),
    [columns, rows, crackle, night, idPrefix],
  );
  return <Drawing svg={svg} className={className} />;
}

function Drawing({ svg, className }: { svg: string; className: string | undefined }) {
  // The drawing is our own; colours that are not hex never reach it
  return (
    <span
      aria-hidden
      className={cn('cloth-fill block', className)}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

function usePrefix(): string {
  return `c${useId().replace(/\W/g, '')}`;
}
