import { useState } from 'react';
import { SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import type { Currency, Minor } from '#core/money.ts';
import { useHolder } from '#web/lib/bank-account/queries.ts';
import { draft, useDraft } from '#web/lib/forms/draft.ts';
import { Form } from '#web/lib/forms/form.tsx';
import { errorsIn } from '#web/lib/forms/rules.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { lazyComponent, lazyDialog } from '#web/lib/lazy.tsx';
import { OFFLINE_MESSAGE, useOnline } from '#web/lib/offline/connectivity.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { WithdrawalType } from './api.ts';
import { AmountField, DescriptionField, PayeeFields } from './form-fields.tsx';
import {
  draftName,
  emptyForm,
  formSchemas,
  type FormValues,
  isIncomplete,
  readStored,
  withinDay,
  withoutSecrets,
} from './form-values.ts';
import { useOwnAccount, useOwnChoice, usePayee } from './payee.ts';
import { QuoteLine, useQuote } from './quote-line.tsx';
import { texts } from './texts.ts';
import { usePinSteps } from './use-pin-steps.tsx';

// Seldom said, and never before an amount is typed.
const CoolingNotice = lazyComponent(async () => (await import('./sending-notice.tsx')).CoolingNotice);
const AllowanceNotice = lazyComponent(async () => (await import('./allowance-notice.tsx')).AllowanceNotice);
// These are for the other tab, and not needed to withdraw to oneself.
const StaffChoice = lazyComponent(
  async () => (await import('./staff/picker.tsx')).StaffChoice,
  <Skeleton className="h-9 max-md:h-11" />,
);
const StaffFields = lazyComponent(
  async () => (await import('./staff/picker.tsx')).StaffFields,
  <Skeleton className="h-40" />,
);
const SaveStaffCheckbox = lazyComponent(
  async () => (await import('./staff/picker.tsx')).SaveStaffCheckbox,
  <Skeleton className="h-6" />,
);
const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

type WithdrawFormProps = {
  type: WithdrawalType;
  currency: Currency;
  /** Undefined until the balance is known. */
  available: Minor | undefined;
  /** Left of what may leave within a day; undefined as long. */
  leftToday: Minor | undefined;
  /** Until then nothing goes to the own payout account, because it was just changed. */
  ownAccountOpensAt: Date | null;
  /** Account numbers typed on the other tab, which no storage keeps. */
  unsavedValues: Map<WithdrawalType, FormValues>;
};

/** From amount and account to the PIN. */
export function WithdrawForm({
  type,
  currency,
  available,
  leftToday,
  ownAccountOpensAt,
  unsavedValues,
}: WithdrawFormProps) {
  const online = useOnline();
  const name = draftName(useSession().user?.id ?? '', type);
  const [restored] = useState(() => (unsavedValues.has(type) ? null : readStored(name)));
  const own = useOwnAccount(currency);
  const initial = unsavedValues.get(type) ?? restored ?? emptyForm;
  const choice = useOwnChoice(type, own, initial);
  const form = useForm<FormValues>((typed) => errorsIn(formSchemas[type], choice.into(typed)), initial);
  const values = choice.into(form.values);
  const payee = usePayee(type, currency, values, choice.chosen);
  useDraft(name, withoutSecrets(form.values));
  unsavedValues.set(type, form.values);
  // The name that is kept with an account was the bank's; it is asked again when the money is sent.
  const keptName = payee.saved?.accountName ?? choice.chosen?.name ?? null;
  const isKept = keptName !== null || (values.accountNumber === SAVED_ACCOUNT && !payee.saved);
  const holder = useHolder(isKept ? '' : values.bankCode, values.accountNumber, values.staffId);
  const holderName = keptName ?? (holder.is === 'known' ? holder.name : null);
  const quote = useQuote(currency, values.amount, available);
  const total = quote?.total ?? values.amount;
  const tooMuch =
    available !== undefined && total !== null && total > available
      ? { total, most: quote ? withinDay(quote.most, leftToday) : undefined }
      : null;
  const beyondDay = leftToday !== undefined && values.amount !== null && values.amount > leftToday;
  const now = new Date();
  const isCooling = ownAccountOpensAt !== null && ownAccountOpensAt > now;
  const cooling = choice.chosen !== null && isCooling;
  const [missing, setMissing] = useState(false);
  const { step, setStep, begin, setPinDialog, before } = usePinSteps();
  const goOn = () => {
    setMissing(false);
    if (tooMuch || beyondDay || !online || cooling || holder.is === 'wrong') return;
    if (holder.is === 'asking') return void toast.info(texts.form.waitForName);
    if (holder.is === 'unknown') return void toast.info(texts.form.noName);
    begin();
  };
  const done = () => {
    setStep(null);
    unsavedValues.delete(type);
    form.reset(emptyForm);
    draft.clear(name);
    toast.success(texts.done[type]);
  };
  return (
    <Card className="p-5 max-md:p-4">
      <Form
        form={form}
        onSubmit={goOn}
        onInvalid={() => setMissing(isIncomplete(type, values))}
        className="grid gap-5"
      >
        {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        {restored && values.bankCode !== '' && values.accountNumber === '' && (
          <Notice>{texts.form.restored}</Notice>
        )}
        {type === 'self-withdraw' && isCooling && <CoolingNotice opensAt={ownAccountOpensAt} now={now} />}
        {type === 'disburse' && (
          <>
            <StaffChoice currency={currency} form={form} />
            <StaffFields form={form} />
          </>
        )}
        <PayeeFields
          form={form}
          own={type === 'self-withdraw' ? (own ?? null) : null}
          choice={choice}
          saved={payee.saved}
          holder={holder}
        />
        <AmountField
          form={form}
          currency={currency}
          available={available}
          leftToday={leftToday}
          tooMuch={tooMuch}
        />
        {values.amount !== null && (!tooMuch || tooMuch.most === leftToday) && (
          <AllowanceNotice currency={currency} amount={values.amount} isOwn={choice.chosen !== null} />
        )}
        <DescriptionField form={form} />
        {type === 'disburse' && !payee.saved && <SaveStaffCheckbox form={form} />}
        {!tooMuch && !beyondDay && (
          <QuoteLine type={type} currency={currency} amount={values.amount} quote={quote} name={holderName} />
        )}
        <div className="grid gap-2 sm:flex sm:items-center sm:gap-4">
          <Button type="submit" aria-disabled={!online || cooling || beyondDay} className="sm:min-w-40">
            {texts.form.submit[type]}
          </Button>
          {missing && isIncomplete(type, values) && <FieldError>{texts.form.missing}</FieldError>}
        </div>
      </Form>
      {setPinDialog}
      {step === 'confirm' && (
        <ConfirmDialog
          type={type}
          currency={currency}
          values={values}
          account={payee.account(holderName)}
          quote={quote ?? null}
          onClose={() => setStep(null)}
          onNoPin={() => setStep('set-pin')}
          {...before}
          onRefused={form.showErrors}
          onDone={done}
        />
      )}
    </Card>
  );
}
