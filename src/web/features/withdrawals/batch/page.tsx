import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Currency } from '#core/money.ts';
import { balanceQuery } from '#web/lib/figures/balance.ts';
import { bankListQuery } from '#web/lib/bank-account/queries.ts';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { focusHeading, usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { staffQuery } from '../api.ts';
import { BalanceHero } from '../balance-hero.tsx';
import { NotConfigured, PausedNotice } from '../sending-notice.tsx';
import { BackLink } from './back-link.tsx';
import { ChoosePayees } from './choose-payees.tsx';
import { readList } from './parse-list.ts';
import { type BatchInput, type Payee, payeesOfList, payeesOfSelection } from './payees.ts';
import { Review } from './review.tsx';
import { texts } from './texts.ts';

/** The batch entered so far; it survives going back and forth. */
const EMPTY: BatchInput = { source: 'staff', ticks: {}, list: '', description: '' };

/** Choosing who is paid, then a look at everybody, then one PIN. */
export function SeveralPage({ currency }: { currency: Currency }) {
  usePage(texts.title);
  const [url, setUrl] = useUrlState({ several: '', batch: '', asks: '' });
  const { data: balance } = useQuery(balanceQuery(currency));
  const { data: staff } = useQuery(staffQuery(currency));
  const { data: banks } = useQuery({
    ...bankListQuery(currency),
    enabled: balance?.sending !== 'not_configured',
  });
  const [choice, setChoice] = useState(EMPTY);
  const [people, setPeople] = useState<Payee[]>([]);
  const rows = useMemo(() => readList(choice.list, banks ?? [], staff ?? []), [choice.list, banks, staff]);
  const chosen = choice.source === 'list' ? payeesOfList(rows) : payeesOfSelection(choice.ticks, staff ?? []);
  const isReview = url.several === 'review' && people.length > 0;
  useStepFocus(isReview);
  const review = () => {
    setPeople(chosen);
    setUrl({ several: 'review' }, { push: true });
  };
  return (
    <>
      <BackLink />
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <BalanceHero currency={currency} />
      {balance?.sending === 'paused' && <PausedNotice />}
      {balance?.sending === 'not_configured' && <NotConfigured currency={currency} />}
      {balance?.sending !== 'not_configured' && !isReview && (
        <ChoosePayees
          currency={currency}
          choice={choice}
          onChange={(change) => setChoice({ ...choice, ...change })}
          rows={rows}
          chosen={chosen}
          onReview={review}
        />
      )}
      {isReview && (
        <Review
          currency={currency}
          people={people}
          description={choice.description.trim()}
          available={balance?.available}
          onBack={() => setUrl({ several: 'choose' })}
          onPaid={(batch) => setUrl({ several: '', asks: '', batch })}
        />
      )}
    </>
  );
}

/** Moves the reader to the heading of the step that has just come, but not of the page as it opens. */
function useStepFocus(isReview: boolean): void {
  const shown = useRef(isReview);
  useEffect(() => {
    if (shown.current === isReview) return;
    shown.current = isReview;
    const frame = requestAnimationFrame(() => focusHeading(isReview ? '#review-heading' : 'h1'));
    return () => cancelAnimationFrame(frame);
  }, [isReview]);
}
