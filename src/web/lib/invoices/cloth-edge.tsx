import { useBusiness } from '../business-profile.ts';
import { Cloth } from '#web/ui/cloth.tsx';

/** The business's cloth at the edge of its paper; `seed` is the business's id. */
export function ClothEdge({ seed }: { seed: string }) {
  const { data: business } = useBusiness();
  if (!business) return <span className="w-3 shrink-0 bg-sunken md:w-7" />;
  return (
    <Cloth
      seed={seed}
      primary={business.primaryColor}
      secondary={business.secondaryColor}
      columns={2}
      rows={24}
      className="w-3 shrink-0 self-stretch md:w-7"
    />
  );
}
