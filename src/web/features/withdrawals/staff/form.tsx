import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { newStaff, staff as staffCalls, staffUpdate } from '#contract/staff.ts';
import { text } from '#contract/wire.ts';
import { SAVED_ACCOUNT } from '#contract/withdrawals.ts';
import type { Currency, Minor } from '#core/money.ts';
import { call, messageOf, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { BankAccountFields } from '#web/lib/bank-account/fields.tsx';
import { type HolderState, useHolder } from '#web/lib/bank-account/queries.ts';
import { OFFLINE_MESSAGE, useOnline } from '#web/lib/offline/connectivity.ts';
import { texts as pinTexts } from '#web/lib/pin/texts.ts';
import { type PlainForm, usePlainForm } from '#web/lib/plain-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { PinInput } from '#web/ui/pin-input.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { refreshWithdrawals, type Staff } from '../api.ts';
import { namesDiffer } from '../name-match.ts';
import { texts as shared } from '../texts.ts';
import { SavedAccount } from './saved-account.tsx';
import { texts } from './texts.ts';

type Values = {
  name: string;
  email: string;
  phone: string;
  usualAmount: Minor | null;
  bankCode: string;
  accountNumber: string;
  pin: string;
};

const { email, phone, usualAmount, bankCode, accountNumber } = newStaff.shape;
const schema = z.object({
  name: text({ max: 120, required: shared.form.staffNameNeeded }),
  email,
  phone,
  usualAmount,
  bankCode,
  accountNumber: z.union([z.literal(SAVED_ACCOUNT), accountNumber], shared.form.numberNeeded),
});

type StaffFormProps = { currency: Currency; staff: Staff | null; onBack: () => void };

/** Adds or edits a member of staff; a changed account requires the PIN. */
export function StaffForm({ currency, staff, onBack }: StaffFormProps) {
  const online = useOnline();
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The dialog takes the focus first, to give it back later.
    const frame = requestAnimationFrame(() => first.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const form = usePlainForm<Values>(schema, valuesOf(staff));
  const { values, change, left, errors } = form;
  const usesSavedAccount = values.accountNumber === SAVED_ACCOUNT;
  const holder = useHolder(values.bankCode, values.accountNumber);
  const save = useSave(currency, staff, form, onBack);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (save.isPending || !online || !form.check(values) || holder.is === 'wrong') return;
    if (holder.is === 'asking') return void toast.info(texts.form.wait);
    if (staff && !usesSavedAccount && values.pin.length !== 4)
      return form.tell({ pin: texts.form.pinNeeded });
    save.mutate(values);
  };
  const footer = (
    <>
      <Button variant="outline" onClick={onBack} className="max-md:flex-1">
        {texts.form.cancel}
      </Button>
      <Button
        type="submit"
        form={formId}
        pending={save.isPending}
        disabled={!online}
        className="max-md:flex-1"
      >
        {texts.form.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onBack}
      canClose={() => !save.isPending}
      title={staff ? texts.form.edit : texts.form.add}
      footer={footer}
    >
      <form
        ref={form.form}
        id={formId}
        onSubmit={submit}
        noValidate
        autoComplete="off"
        className="grid gap-5"
      >
        {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        <Field label={texts.form.name} error={errors.name} required>
          <Input
            ref={first}
            maxLength={120}
            value={values.name}
            onBlur={() => values.name !== '' && left('name')}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.form.email} error={errors.email} required>
            <Input
              type="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={values.email}
              onBlur={() => values.email !== '' && left('email')}
              onChange={(event) => change({ email: event.target.value })}
            />
          </Field>
          <Field label={texts.form.phone} error={errors.phone} optional>
            <Input
              type="tel"
              inputMode="tel"
              maxLength={30}
              value={values.phone}
              onChange={(event) => change({ phone: event.target.value })}
            />
          </Field>
        </div>
        {staff && usesSavedAccount ? (
          <SavedAccount staff={staff} onOther={() => change({ bankCode: '', accountNumber: '' })} />
        ) : (
          <OtherAccount form={form} holder={holder} staff={staff} />
        )}
        <Field
          label={texts.form.usual(shared.currencyNames[currency])}
          hint={texts.form.usualHint}
          error={errors.usualAmount}
          optional
        >
          <MoneyInput
            currency={currency}
            value={values.usualAmount}
            onChange={(amount) => change({ usualAmount: amount })}
          />
        </Field>
      </form>
    </Dialog>
  );
}

type OtherAccountProps = { form: PlainForm<Values>; holder: HolderState; staff: Staff | null };

function OtherAccount({ form, holder, staff }: OtherAccountProps) {
  const { values, change, left, errors } = form;
  return (
    <>
      <BankAccountFields
        bankCode={values.bankCode}
        accountNumber={values.accountNumber}
        onChange={change}
        onLeft={left}
        errors={errors}
        holder={holder}
      />
      {holder.is === 'known' && values.name.trim() !== '' && namesDiffer(values.name, holder.name) && (
        <Notice tone="warn" icon={<Info aria-hidden />}>
          {texts.form.differs(holder.name)}
        </Notice>
      )}
      {staff && (
        <>
          <Button
            variant="link"
            size="sm"
            className="justify-self-start"
            onClick={() => change({ bankCode: staff.bankCode, accountNumber: SAVED_ACCOUNT, pin: '' })}
          >
            {texts.form.keepAccount}
          </Button>
          <div>
            <PinInput
              label={texts.form.pin}
              value={values.pin}
              onChange={(pin) => change({ pin })}
              error={errors.pin}
            />
            <p className="mt-1.5 text-13 text-muted">{texts.form.pinHint}</p>
          </div>
        </>
      )}
    </>
  );
}

const valuesOf = (staff: Staff | null): Values => ({
  name: staff?.name ?? '',
  email: staff?.email ?? '',
  phone: staff?.phone ?? '',
  usualAmount: staff?.usualAmount ?? null,
  bankCode: staff?.bankCode ?? '',
  accountNumber: staff ? SAVED_ACCOUNT : '',
  pin: '',
});

function useSave(currency: Currency, staff: Staff | null, form: PlainForm<Values>, onDone: () => void) {
  const queries = useQueryClient();
  // The key belongs to what was sent: a corrected form is another request.
  const last = useRef({ sent: '', key: '' });
  const keyFor = (sent: string) => {
    if (last.current.sent !== sent) last.current = { sent, key: newIdempotencyKey() };
    return last.current.key;
  };
  return useMutation({
    mutationFn: async ({ bankCode: bank, accountNumber: number, pin, ...person }: Values) => {
      if (!staff) {
        const body = { ...person, bankCode: bank, accountNumber: number };
        return call(
          staffCalls.create,
          { params: { currency }, body: z.decode(newStaff, z.encode(newStaff, body)) },
          { idempotencyKey: keyFor(JSON.stringify(body)) },
        );
      }
      const account = number === SAVED_ACCOUNT ? {} : { bankCode: bank, accountNumber: number, pin };
      const params = { currency, id: staff.id };
      const body = { ...person, ...account };
      return call(staffCalls.update, { params, body: z.decode(staffUpdate, z.encode(staffUpdate, body)) });
    },
    onSuccess: ({ data }) => {
      refreshWithdrawals(queries);
      toast.success((staff ? texts.form.saved : texts.form.added)(data.staff.name));
      onDone();
    },
    onError: (error) => {
      form.change({ pin: '' });
      const fieldErrors = wrongIn(error);
      if (fieldErrors) form.tell(fieldErrors);
      else if (!form.showRefusal(error)) toastFailure(error, messageOf(error, texts.form.failed));
    },
  });
}

function wrongIn(error: unknown): Partial<Record<keyof Values, string>> | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'incorrect_pin') return { pin: pinTexts.wrong(Number(error.data.triesLeft)) };
  if (error.code === 'pin_locked' || error.code === 'pin_not_set') return { pin: error.message };
  if (error.status === 429) return { accountNumber: texts.form.tooMany };
  return null;
}
