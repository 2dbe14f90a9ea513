import { useQuery } from '@tanstack/react-query';
import { Hourglass, Info } from 'lucide-react';
import { useState } from 'react';
import type { ApiError } from '#contract/client.ts';
import { joinWithAnd } from '#core/english.ts';
import type { Currency, Minor } from '#core/money.ts';
import { messageOf } from '#web/lib/api.ts';
import { OFFLINE_MESSAGE, useOnline } from '#web/lib/offline/connectivity.ts';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import type { AgreedNames } from '#web/lib/pin/use-pinned-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { AllowanceNotice } from '../allowance-notice.tsx';
import { Line, toastUnanswered } from '../confirm-dialog.tsx';
import { namesDiffer } from '../name-match.ts';
import { texts as shared } from '../texts.ts';
import { usePinSteps } from '../use-pin-steps.tsx';
import { type BulkItem, type BulkQuote, bulkQuoteQuery, useBulkCalls } from './api.ts';
import { paidTwice, type Payee } from './payees.ts';
import { ReviewTable } from './review-table.tsx';
import { texts } from './texts.ts';
import { QuoteLines, Totals } from './totals.tsx';
import { type HolderLookup, useHolderNames } from './use-holder-names.ts';

type ReviewProps = {
  currency: Currency;
  people: readonly Payee[];
  description: string;
  available: Minor | undefined;
  onBack: () => void;
  onPaid: (batchId: string) => void;
};

/** The second step: everybody with the name their bank tells, what it costs, and the PIN. */
export function Review({ currency, people, description, available, onBack, onPaid }: ReviewProps) {
  const online = useOnline();
  const list = usePayable(currency, people);
  const { lookupOf, included, pending, payable } = list;
  const [keep, setKeep] = useState(false);
  const { step, setStep, begin, setPinDialog, before } = usePinSteps();
  // The confirmed batch is fixed, whatever the balance does meanwhile.
  const [confirmed, setConfirmed] = useState<{ items: BulkItem[]; quote: BulkQuote }>();
  const quote = useBulkQuote(currency, payable, available);
  const ready = online && pending === 0 && payable.length > 0 && quote.data?.missing === 0;
  const pay = () => {
    if (!ready || !quote.data) return;
    const items = payable.flatMap((one) => itemOf(one, lookupOf(one), description, keep));
    setConfirmed({ items, quote: quote.data });
    begin();
  };
  const refuse = (error: ApiError) => {
    const wrong = list.reject(error);
    toast.error(shared.failed, { text: wrong > 0 ? texts.refused(wrong) : messageOf(error) });
    setStep(null);
  };
  return (
    <section
      aria-labelledby="review-heading"
      className="rounded-card border border-line bg-surface p-5 max-md:p-4"
    >
      <h2 id="review-heading" className="mb-4 text-xl">
        {texts.review.title}
      </h2>
      <div className="grid gap-3">
        {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        <Lookups {...list} />
      </div>
      <ReviewTable
        currency={currency}
        people={included}
        lookupOf={lookupOf}
        feeOf={(one) => quote.data?.fees[payable.indexOf(one)]}
        problemOf={list.problemOf}
        onExclude={list.exclude}
      />
      {payable.some(({ to }) => !('staff' in to)) && (
        <Checkbox checked={keep} onChange={setKeep} className="mt-4">
          {texts.review.keep}
        </Checkbox>
      )}
      <Totals currency={currency} count={payable.length} quote={quote} />
      {quote.data?.missing === 0 && (
        <AllowanceNotice currency={currency} amount={quote.data.amount} isOwn={false} />
      )}
      <ReviewActions count={payable.length} ready={ready} onBack={onBack} onPay={pay} />
      {setPinDialog}
      {step === 'confirm' && confirmed && (
        <PayDialog
          {...confirmed}
          currency={currency}
          description={description}
          onPaid={onPaid}
          onNoPin={() => setStep('set-pin')}
          {...before}
          onRefused={refuse}
          onClose={() => setStep(null)}
        />
      )}
    </section>
  );
}

type ReviewActionsProps = { count: number; ready: boolean; onBack: () => void; onPay: () => void };

const ReviewActions = ({ count, ready, onBack, onPay }: ReviewActionsProps) => (
  <div className="mt-5 flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
    <Button variant="outline" onClick={onBack}>
      {texts.review.change}
    </Button>
    <Button aria-disabled={!ready} onClick={onPay} className="sm:min-w-48">
      {texts.review.pay(count)}
    </Button>
  </div>
);

/** Those still in the list, and of them those that can be paid; `reject` counts whom an answer refuses. */
function usePayable(currency: Currency, people: readonly Payee[]) {
  const { lookupOf, retryLookups } = useHolderNames(currency, people);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [rejected, setRejected] = useState<Readonly<Record<string, string>>>({});
  const included = people.filter(({ key }) => !excluded.has(key));
  const payable = included.filter(
    (one) => ['known', 'asking'].includes(lookupOf(one).is) && !rejected[one.key],
  );
  const pending = included.filter((one) => lookupOf(one).is === 'asking').length;
  const problemOf = ({ key }: Payee) => rejected[key];
  const exclude = ({ key }: Payee) => setExcluded(new Set([...excluded, key]));
  const reject = ({ errors }: ApiError) => {
    const wrong = errors.flatMap(({ path, message }) => {
      const one = payable[Number(/^items\.(\d+)\./.exec(path)?.[1])];
      return one ? [[one.key, message]] : [];
    });
    setRejected({ ...rejected, ...Object.fromEntries(wrong) });
    return wrong.length;
  };
  return { lookupOf, retryLookups, included, payable, pending, problemOf, exclude, reject };
}

type PayDialogProps = {
  currency: Currency;
  items: BulkItem[];
  description: string;
  quote: BulkQuote;
  onPaid: (batchId: string) => void;
  onNoPin: () => void;
  onRefused: (error: ApiError) => void;
  onClose: () => void;
  stepsBefore: number;
  chosenPin: string;
};

function PayDialog({ currency, items, description, quote, onPaid, ...pinned }: PayDialogProps) {
  const { pay } = useBulkCalls(currency);
  return (
    <PinDialog
      {...pinned}
      title={texts.confirm.title}
      text={texts.confirm.text}
      confirm={texts.confirm.submit}
      call={(pin, key, agreed) => pay(withNames(items, agreed), pin, key).catch(toastUnanswered)}
      onDone={({ data }) => {
        toast.success(shared.done.disburse);
        onPaid(data.batchId);
      }}
    >
      <dl className="grid gap-2.5 rounded-card bg-sunken p-4 text-15">
        <Line name={texts.confirm.people}>{items.length}</Line>
        {description && <Line name={texts.confirm.description}>{description}</Line>}
        <QuoteLines quote={quote} currency={currency} />
      </dl>
    </PinDialog>
  );
}

/** The items with the names their owner agreed to in place of those the banks gave before. */
const withNames = (items: readonly BulkItem[], agreed: AgreedNames): BulkItem[] =>
  items.map((item, at) => {
    const accountName = agreed[`items.${at}.accountName`];
    return accountName === undefined ? item : { ...item, accountName };
  });

function LookupProgress({ done, of }: { done: number; of: number }) {
  const label = texts.review.checking(done, of);
  return (
    <div className="grid gap-2">
      <p role="status" className="text-15">
        {label}
      </p>
      <Progress value={done} max={of} label={label} />
    </div>
  );
}

type LookupsProps = Pick<ReturnType<typeof usePayable>, 'included' | 'pending' | 'lookupOf' | 'retryLookups'>;

function Lookups({ included, pending, lookupOf, retryLookups }: LookupsProps) {
  if (pending > 0) return <LookupProgress done={included.length - pending} of={included.length} />;
  const of = (is: HolderLookup['is']) => included.filter((one) => lookupOf(one).is === is).length;
  const different = included.filter((one) => {
    const { name } = lookupOf(one);
    return name !== undefined && namesDiffer(one.name, name);
  }).length;
  const twice = paidTwice(included, (one) => lookupOf(one).name);
  const [limit, wrong, unknown] = [of('limit'), of('wrong'), of('unknown')];
  return (
    <>
      {different > 0 && (
        <Notice tone="warn" icon={<Info aria-hidden />}>
          {texts.review.differ(different)}
        </Notice>
      )}
      {twice.length > 0 && (
        <Notice tone="warn" icon={<Info aria-hidden />}>
          {texts.review.twice(joinWithAnd(twice.map(({ name }) => name)))}
        </Notice>
      )}
      {limit > 0 && (
        <Notice tone="warn" icon={<Hourglass aria-hidden />}>
          {texts.review.limitText(limit)}
        </Notice>
      )}
      {wrong + unknown > 0 && (
        <Notice
          tone="bad"
          icon={<Info aria-hidden />}
          action={
            unknown > 0 && (
              <Button variant="outline" size="sm" onClick={retryLookups}>
                {texts.review.retry}
              </Button>
            )
          }
        >
          {texts.review.leftOut(wrong + unknown)}
        </Notice>
      )}
    </>
  );
}

function useBulkQuote(currency: Currency, people: readonly Payee[], available: Minor | undefined) {
  const amounts = people.map(({ amount }) => amount);
  const query = useQuery({
    ...bulkQuoteQuery(currency, amounts, available),
    enabled: amounts.length > 0,
  });
  // The answer before stands in while the next is on its way; it is of no use for other people.
  const fits = query.data?.fees.length === amounts.length && !query.isPlaceholderData;
  return { data: fits ? query.data : undefined, isError: query.isError, retry: () => void query.refetch() };
}

function itemOf(one: Payee, lookup: HolderLookup, description: string, keep: boolean): BulkItem[] {
  const each = { amount: one.amount, description: description || null };
  const { name: accountName } = lookup;
  if (accountName === undefined) return [];
  if ('staff' in one.to) return [{ staffId: one.to.staff.id, ...each, accountName }];
  const { bank, accountNumber } = one.to;
  const account = { bankCode: bank.code, accountNumber, accountName };
  return [{ ...each, ...account, name: one.name, email: one.email, keep }];
}
