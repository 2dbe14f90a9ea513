import { useState } from 'react';
import type { Currency } from '#core/money.ts';
import { CardFields } from '#web/features/chat/card/fields.tsx';
import type { CardValues } from '#web/features/chat/card/rules.ts';
import { CardSheet } from '#web/features/chat/card/sheet.tsx';
import { Warnings } from '#web/features/chat/card/source-warnings.tsx';
import { CardTotals } from '#web/features/chat/card/totals.tsx';
import { Failure, TooLate } from '#web/features/chat/proposal/expired.tsx';
import { cardTexts } from '#web/features/chat/texts.ts';
import { Button } from '#web/ui/button.tsx';
import type { Connection } from '../lib/kept.ts';
import type { Service } from '../lib/service.ts';
import { texts } from '../lib/texts.ts';
import { ChosenBeside } from './chosen-beside.tsx';
import type { Proposed } from './read-chosen.ts';
import type { Chosen } from './review.tsx';
import { useReview } from './use-review.ts';

type ReviewCardProps = {
  captureId: string;
  chosen: Chosen;
  proposed: Proposed;
  carried: CardValues | undefined;
  connection: Connection;
  service: Service;
  onMade: (made: { id: string; currency: Currency }) => void;
  onAgain: (values: CardValues) => void;
};

/** The card of the chat, with what was chosen on the page beside it. */
export function ReviewCard({ chosen, onMade, onAgain, ...about }: ReviewCardProps) {
  const { proposed } = about;
  const card = useReview(about);
  const [refusals, setRefusals] = useState(0);
  const submit = async () => {
    if (card.pending || card.tooLate) return;
    const made = await card.create();
    if (made) onMade({ id: made, currency: card.currency });
    else setRefusals((before) => before + 1);
  };
  return (
    <CardSheet
      open={Object.keys(card.doubts).length}
      beside={<ChosenBeside chosen={chosen} extraction={proposed.extraction} draft={proposed.draft} />}
      refusals={refusals}
      onSubmit={() => void submit()}
    >
      {proposed.isEmpty && (
        <p role="status" className="rounded-control bg-warn-bg px-3.5 py-3 text-sm">
          {texts.review.empty}
        </p>
      )}
      {proposed.extraction && <Warnings warnings={proposed.extraction.warnings} />}
      <CardFields card={card} asksCurrency={proposed.draft.currency === null} />
      <CardTotals values={card.values} currency={card.currency} doubt={card.doubts.total} />
      {card.failure && <Failure told={card.failure} />}
      {card.tooLate ? (
        <TooLate told={card.tooLate} onAgain={() => onAgain(card.values)} />
      ) : (
        <div className="flex flex-wrap justify-end gap-2.5 max-sm:flex-col-reverse">
          <Button look="outline" onClick={() => window.close()}>
            {texts.review.close}
          </Button>
          <Button type="submit" pending={card.pending}>
            {cardTexts.create}
          </Button>
        </div>
      )}
    </CardSheet>
  );
}
