import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { banks as knownBanks, findBanks } from '#core/banks.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { DigitsInput } from '#web/ui/input.tsx';
import { containing, type Option } from '#web/ui/options.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { FormHandle } from '../forms/use-form.ts';
import { useCurrency } from '../session/session.ts';
import { bankListQuery, type HolderState } from './queries.ts';
import { texts } from './texts.ts';

/** `own` and `staff` keep the account, `pay` sends money to it. */
type Purpose = 'own' | 'staff' | 'pay';

type BankAccountFieldsProps = {
  form: FormHandle<{ bankCode: string; accountNumber: string }>;
  holder: HolderState;
  purpose: Purpose;
  /** Only the bank's answer: the account itself is kept. */
  isKept?: boolean;
};

/** Bank, account number, and whose account that is. */
export function BankAccountFields({
  form: { values, errors, bind },
  holder,
  purpose,
  isKept = false,
}: BankAccountFieldsProps) {
  const banks = useQuery(bankListQuery(useCurrency()));
  const options = (banks.data ?? [])
    .filter(takesPayouts)
    .map(({ code, name }) => ({ value: code, label: name }));
  if (isKept) return <HolderStatus holder={holder} purpose={purpose} saysWrong />;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={texts.bank}
        error={errors.bankCode}
        hint={banks.isError && <BankListError retry={() => void banks.refetch()} />}
        required
      >
        <Combobox
          {...bind('bankCode')}
          options={options}
          find={findBank}
          loading={banks.isPending}
          placeholder={texts.chooseBank}
          searchPlaceholder={texts.findBank}
        />
      </Field>
      <Field
        label={texts.number}
        aside={texts.counted(values.accountNumber.length)}
        error={holder.is === 'wrong' ? holder.reason : errors.accountNumber}
        required
      >
        <DigitsInput length={10} placeholder={texts.numberHint} {...bind('accountNumber')} />
      </Field>
      <HolderStatus holder={holder} purpose={purpose} />
    </div>
  );
}

function BankListError({ retry }: { retry: () => void }) {
  return (
    <span className="text-bad">
      {texts.banksFailed}{' '}
      <Button variant="link" size="sm" className="min-h-0! p-0" onClick={retry}>
        {texts.retry}
      </Button>
    </span>
  );
}

type HolderStatusProps = {
  holder: HolderState;
  purpose: Purpose;
  /** Says that there is no such account, where no field does. */
  saysWrong?: boolean;
};

/** The account holder's name, shown as soon as the bank has responded. */
export function HolderStatus(props: HolderStatusProps) {
  return (
    <div role="status" className="empty:absolute sm:col-span-2">
      <HolderMessage {...props} />
    </div>
  );
}

function HolderMessage({ holder, purpose, saysWrong = false }: HolderStatusProps): ReactNode {
  switch (holder.is) {
    case 'asking':
      return (
        <StatusLine tone="bg-sunken text-muted">
          <Spinner className="size-4.5" label={texts.asking} />
          {texts.asking}
        </StatusLine>
      );
    case 'known':
      return (
        <StatusLine tone="bg-ok-bg text-ok">
          <CircleCheck aria-hidden />
          <span className="wrap-anywhere min-w-0 font-semibold">{texts.name(holder.name)}</span>
        </StatusLine>
      );
    case 'unknown':
      return (
        <StatusLine tone="bg-warn-bg text-ink">
          <Info aria-hidden className="text-warn" />
          <span className="min-w-0 flex-1">
            {(holder.tooMany ? texts.tooMany : texts.unanswered)[purpose]}
          </span>
          {!holder.tooMany && (
            <Button variant="link" size="sm" onClick={holder.retry}>
              {texts.retry}
            </Button>
          )}
        </StatusLine>
      );
    case 'wrong':
      return (
        saysWrong && (
          <StatusLine tone="bg-bad-bg text-bad">
            <Info aria-hidden />
            {holder.reason}
          </StatusLine>
        )
      );
    default:
      return null;
  }
}

function StatusLine({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <p
      className={`flex w-full items-center gap-2.5 rounded-control px-3.5 py-2.5 text-15 [&_svg]:size-5 [&_svg]:shrink-0 ${tone}`}
    >
      {children}
    </p>
  );
}

/** Banks that have closed stay in the provider's list for what was sent to them before. */
const takesPayouts = ({ code }: { code: string }) =>
  knownBanks.find((bank) => bank.code === code)?.takesPayouts !== false;

/** By the names people use for a bank first, such as "gtb", then by letters of its full name. */
function findBank(text: string, options: readonly Option[]): readonly Option[] {
  const known = findBanks(text).flatMap(({ code }) => options.find(({ value }) => value === code) ?? []);
  return [...known, ...containing(text, options).filter((option) => !known.includes(option))];
}
