import { CheckCheck, SearchX } from 'lucide-react';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { texts } from '../texts.ts';

const words = texts.lines;

/** In the place of lines where there are none, or none with the words searched for. */
export function NoLines({ title, isSearched }: { title: string; isSearched: boolean }) {
  return (
    <Card>
      {isSearched ? (
        <EmptyState title={words.notFound} text={words.notFoundHint} icon={<SearchX />} />
      ) : (
        <EmptyState title={title} text={words.noneHint} icon={<CheckCheck />} />
      )}
    </Card>
  );
}
