import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Currency } from '#core/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/states.tsx';
import { lazyComponent } from '../lazy.tsx';
import { formatLongDate } from '../format.ts';
import { type Claim, openClaims, questionOf, useConfirmClaim, useDismissClaim } from './api.ts';
import { texts } from './texts.ts';

const AttachmentButton = lazyComponent(
  async () => (await import('../files/attachment-button.tsx')).AttachmentButton,
);

type OpenClaimsProps = { currency: Currency; invoiceId?: string; className?: string };

/** Alerts and screenshots that wait to be found in the bank; nothing while there is none. */
export function OpenClaims({ currency, invoiceId, className = '' }: OpenClaimsProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    openClaims(currency, invoiceId),
  );
  const claims = data?.pages.flatMap((page) => page.data) ?? [];
  if (claims.length === 0) return null;
  return (
    <section
      aria-label={texts.title}
      className={`rounded-card border border-line bg-surface px-4.5 py-3.5 ${className}`}
    >
      <h2 className="text-base">{texts.title}</h2>
      <p className="mt-0.5 text-muted text-sm">{texts.forged}</p>
      <ul className="mt-2 divide-y divide-line">
        {claims.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} isNamed={invoiceId === undefined} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="sm" variant="ghost" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </section>
  );
}

function ClaimRow({ claim, isNamed }: { claim: Claim; isNamed: boolean }) {
  const confirm = useConfirmClaim();
  const dismiss = useDismissClaim();
  const [question, setQuestion] = useState<ReturnType<typeof questionOf>>(null);
  const record = () =>
    confirm.mutate({ claim, ...question?.answer }, { onError: (error) => setQuestion(questionOf(error)) });
  const { invoiceNumber: number, customerName, amount, currency, day } = claim;
  return (
    <li className="grid gap-2.5 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <Money amount={amount} currency={currency} className="font-bold" />
        {isNamed && (
          <span className="wrap-anywhere min-w-0 font-medium">{texts.of(customerName, number)}</span>
        )}
        <span className="text-muted text-sm">{texts.said(formatLongDate(day))}</span>
      </p>
      {claim.slip && (
        <span>
          <AttachmentButton fileId={claim.slip} label={texts.screenshot} />
        </span>
      )}
      {question && <Notice tone="warn">{question.words}</Notice>}
      <span className="flex flex-wrap gap-2">
        <Button size="sm" pending={confirm.isPending} onClick={record}>
          {question ? texts.goOn : texts.confirm}
          <span className="sr-only">{texts.about(number)}</span>
        </Button>
        <Button size="sm" variant="outline" pending={dismiss.isPending} onClick={() => dismiss.mutate(claim)}>
          {texts.dismiss}
          <span className="sr-only">{texts.about(number)}</span>
        </Button>
      </span>
    </li>
  );
}
