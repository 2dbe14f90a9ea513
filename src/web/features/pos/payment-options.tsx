import { useQuery } from '@tanstack/react-query';
import { formatAccountNumber } from '#core/banks.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { cn } from '#web/ui/cn.ts';
import { Skeleton } from '#web/ui/states.tsx';
import { payCodeQuery, type PosStatus } from './api.ts';
import { clock } from './clock.ts';
import { texts } from './texts.ts';

type PaymentOptionsProps = { id: string; status: PosStatus; isSale: boolean };

/**
 * The account number in digits that can be read across a counter, and the code to scan: above it on the phone an owner holds
 * out to a customer.
 */
export function PaymentOptions({ id, status: { account }, isSale }: PaymentOptionsProps) {
  return (
    <div className="grid items-center gap-8 md:grid-cols-[minmax(0,1fr)_auto]">
      {account ? (
        <section aria-labelledby="counter-account" className="grid min-w-0 gap-1">
          <h2 id="counter-account" className="text-muted text-xl">
            {texts.account}
          </h2>
          <p className="font-semibold text-[clamp(1.25rem,2.6vw,2rem)]">{account.bankName}</p>
          <p className="num font-bold text-[clamp(2.25rem,8vw,5rem)] leading-tight">
            {formatAccountNumber(account.accountNumber)}
          </p>
          <p className="wrap-anywhere text-lg">{account.accountName}</p>
          <p className="text-muted">
            {texts.exactly} {account.expiresAt && texts.until(clock(account.expiresAt))}
          </p>
        </section>
      ) : (
        <p className="font-semibold text-2xl">{texts.noAccount}</p>
      )}
      <PayCode id={id} first={isSale} />
    </div>
  );
}

function PayCode({ id, first }: { id: string; first: boolean }) {
  const { data, isPending } = useQuery(payCodeQuery(useCurrency(), id));
  const place = cn('max-md:mx-auto', first && 'max-md:order-first');
  if (isPending) return <Skeleton className={cn('size-60', place)} />;
  if (!data) return null;
  return (
    <figure className={cn('grid justify-items-center gap-2', place)}>
      <img
        src={data}
        alt={texts.code}
        width={240}
        height={240}
        className="size-60 rounded-card bg-white p-2 max-md:size-56"
      />
      <figcaption className="text-lg text-muted">{first ? texts.noAccount : texts.scan}</figcaption>
    </figure>
  );
}
