import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { OWN_ACCOUNT } from '#contract/withdrawals.ts';
import type { Currency, Minor } from '#core/money.ts';
import { bankListQuery, useHolder } from '../../lib/bank-account/queries.ts';
import { useBusiness } from '../../lib/business.ts';
import { draft, useDraft } from '../../lib/draft.ts';
import { late } from '../../lib/late.tsx';
import { OFFLINE_REFUSAL, useOnline } from '../../lib/online.ts';
import { type PlainForm, usePlainForm } from '../../lib/plain-form.ts';
import { useCurrency, useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { Notice, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { WithdrawalType } from './api.ts';
import { AmountField, StaffFields } from './form-fields.tsx';
import {
  draftName,
  emptyForm,
  formSchemas,
  type FormValues,
  isIncomplete,
  keepable,
  readKept,
} from './form-values.ts';
import { QuoteLine, useQuote } from './quote-line.tsx';
import { texts } from './texts.ts';

// Not needed where the own payout account is taken, and dialogs not before they open.
const BankAccountFields = late(
  async () => (await import('../../lib/bank-account/fields.tsx')).BankAccountFields,
  <Skeleton className="h-[4.625rem] max-sm:h-42" />,
);
const SetPinDialog = late(async () => (await import('../../lib/pin/set-pin-dialog.tsx')).SetPinDialog);
const ConfirmDialog = late(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

type WithdrawFormProps = {
  type: WithdrawalType;
  currency: Currency;
  /** Undefined until the balance is known. */
  available: Minor | undefined;
  /** Account numbers typed on the other tab, which no storage keeps. */
  kept: Map<WithdrawalType, FormValues>;
};

/** From amount and account to the PIN. */
export function WithdrawForm({ type, currency, available, kept }: WithdrawFormProps) {
  const online = useOnline();
  const name = draftName(useSession().user?.id ?? '', type);
  const [restored] = useState(() => (kept.has(type) ? null : readKept(name)));
  const own = useOwnAccount(currency);
  const form = usePlainForm<FormValues>(formSchemas[type], kept.get(type) ?? restored ?? emptyForm);
  const payee = usePayee(type, form, own);
  const { values } = payee;
  useDraft(name, keepable(form.values));
  kept.set(type, form.values);
  const holder = useHolder(values.bankCode, values.accountNumber);
  const holderName = payee.toOwn && own ? own.name : holder.is === 'known' ? holder.name : null;
  const quote = useQuote(currency, values.amount);
  const tooMuch =
    available !== undefined && values.amount !== null && (quote?.total ?? values.amount) > available;
  const [missing, setMissing] = useState(false);
  const [step, setStep] = useState<'form' | 'set-pin' | 'confirm'>('form');
  const { data: business } = useBusiness();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const good = form.check(values);
    setMissing(isIncomplete(type, values));
    if (!good || tooMuch || !online || holder.is === 'wrong') return;
    if (holder.is === 'asking') return void toast.info(texts.form.waitForName);
    if (business?.transactionPin === 'set') return setStep('confirm');
    toast.info(texts.pinNeeded);
    setStep('set-pin');
  };
  const done = () => {
    setStep('form');
    kept.delete(type);
    form.reset(emptyForm);
    draft.clear(name);
    toast.success(texts.done[type]);
  };
  return (
    <Card className="p-5 max-md:p-4">
      <form ref={form.form} onSubmit={submit} noValidate className="grid gap-5">
        {!online && <Notice tone="warn">{OFFLINE_REFUSAL}</Notice>}
        {restored && values.bankCode !== '' && !payee.toOwn && values.accountNumber === '' && (
          <Notice>{texts.form.restored}</Notice>
        )}
        {type === 'disburse' && <StaffFields form={form} />}
        {type === 'self-withdraw' && own && (
          <Field label={texts.form.to} group>
            <RadioCards
              value={payee.toOwn ? 'own' : 'other'}
              onChange={(choice) => payee.choose(choice === 'own')}
              options={[
                { value: 'own', title: texts.form.own, text: `${own.bankName}, ${own.number}. ${own.name}` },
                { value: 'other', title: texts.form.other, text: texts.form.otherText },
              ]}
            />
          </Field>
        )}
        {payee.waiting && <Skeleton className="h-36 max-sm:h-60" />}
        {!payee.waiting && !payee.toOwn && (
          <BankAccountFields
            bankCode={values.bankCode}
            accountNumber={values.accountNumber}
            onChange={form.change}
            onLeft={form.left}
            errors={form.errors}
            holder={holder}
          />
        )}
        <AmountField
          form={form}
          currency={currency}
          available={available}
          tooMuch={tooMuch ? (quote?.total ?? values.amount) : null}
        />
        <Field
          label={texts.form.description}
          hint={texts.form.descriptionHint}
          error={form.errors.description}
          optional
        >
          <Input
            maxLength={200}
            autoComplete="off"
            value={values.description}
            onChange={(event) => form.change({ description: event.target.value })}
          />
        </Field>
        <QuoteLine type={type} currency={currency} amount={values.amount} quote={quote} name={holderName} />
        <div className="grid gap-2 sm:flex sm:items-center sm:gap-4">
          <Button type="submit" aria-disabled={!online} className="sm:min-w-40">
            {texts.form.submit[type]}
          </Button>
          {missing && isIncomplete(type, values) && <FieldError>{texts.form.missing}</FieldError>}
        </div>
      </form>
      {step === 'set-pin' && (
        <SetPinDialog kind="set" onClose={() => setStep('form')} onDone={() => setStep('confirm')} />
      )}
      {step === 'confirm' && (
        <ConfirmDialog
          type={type}
          currency={currency}
          values={values}
          account={
            payee.toOwn && own
              ? own
              : { bankName: payee.bankName, number: values.accountNumber, name: holderName }
          }
          quote={quote ?? null}
          onClose={() => setStep('form')}
          onNoPin={() => setStep('set-pin')}
          onRefused={form.showRefusal}
          onDone={done}
        />
      )}
    </Card>
  );
}

type OwnAccount = { bankCode: string; bankName: string; number: string; name: string };

/** The payout account of the profile, where its bank takes this currency; undefined until that is known. */
function useOwnAccount(currency: Currency): OwnAccount | null | undefined {
  const { data: business, isPending } = useBusiness();
  const { data: banks, isPending: banksPending } = useQuery(bankListQuery(currency));
  if (isPending || banksPending) return undefined;
  if (!business?.bankAccountNumber || !business.accountName) return null;
  const bank = banks?.find(({ code }) => code === business.bankCode);
  if (!bank) return null;
  const { bankAccountNumber: number, accountName: name } = business;
  return { bankCode: bank.code, bankName: business.bankName ?? bank.name, number, name };
}

/** Whose account it is: the own one where there is one, until another is chosen. */
function usePayee(type: WithdrawalType, form: PlainForm<FormValues>, own: OwnAccount | null | undefined) {
  const { data: banks } = useQuery(bankListQuery(useCurrency()));
  const [other, setOther] = useState(form.values.accountNumber !== '');
  const waiting = type === 'self-withdraw' && own === undefined;
  const toOwn = type === 'self-withdraw' && Boolean(own) && !other;
  const values =
    toOwn && own ? { ...form.values, bankCode: own.bankCode, accountNumber: OWN_ACCOUNT } : form.values;
  const bankName = banks?.find(({ code }) => code === values.bankCode)?.name ?? '';
  return { waiting, toOwn, values, choose: (ownOne: boolean) => setOther(!ownOne), bankName };
}
