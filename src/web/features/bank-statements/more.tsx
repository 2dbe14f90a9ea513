import { Button } from '#web/ui/button.tsx';

type MoreProps = {
  label: string;
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
};

/** Fetches the next page of a list; nothing where there is none. */
export function More({ label, query }: MoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="outline"
      className="mt-4"
      pending={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {label}
    </Button>
  );
}
