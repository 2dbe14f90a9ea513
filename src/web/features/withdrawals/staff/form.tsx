import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import { newStaff, staff as staffCalls, staffUpdate } from '#contract/staff.ts';
import { text } from '#contract/wire.ts';
import { SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import type { Currency, Minor } from '#core/money.ts';
import { call, messageOf, requestKeys, toastFailure } from '#web/lib/api.ts';
import { BankAccountFields } from '#web/lib/bank-account/fields.tsx';
import { type HolderState, useHolder } from '#web/lib/bank-account/queries.ts';
import { EmailField, TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { texts as pinTexts } from '#web/lib/pin/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
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
  const form = useForm<Values>(schema, valuesOf(staff));
  const { values, errors, change, bind } = form;
  const savesAccount = values.accountNumber === SAVED_ACCOUNT;
  const holder = useHolder(savesAccount ? '' : values.bankCode, values.accountNumber);
  const save = useSave(currency, staff, form, onBack);
  const send = () => {
    if (holder.is === 'wrong') return;
    if (holder.is === 'asking') return void toast.info(texts.form.wait);
    if (staff && !savesAccount && values.pin.length !== 4)
      return form.setErrors({ pin: texts.form.pinNeeded });
    return save.mutateAsync(values);
  };
  return (
    <FormDialog
      form={form}
      title={staff ? texts.form.edit : texts.form.add}
      submit={texts.form.save}
      cancel={texts.form.cancel}
      locked={form.submitting}
      online
      focusFirst
      onClose={onBack}
      onSubmit={send}
    >
      <TextField form={form} name="name" label={texts.form.name} maxLength={120} required />
      <div className="grid gap-5 sm:grid-cols-2">
        <EmailField
          form={form}
          name="email"
          label={texts.form.email}
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          required
        />
        <TextField
          form={form}
          name="phone"
          label={texts.form.phone}
          type="tel"
          inputMode="tel"
          maxLength={30}
          optional
        />
      </div>
      {staff && savesAccount ? (
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
        <MoneyInput currency={currency} {...bind('usualAmount')} />
      </Field>
    </FormDialog>
  );
}

type OtherAccountProps = { form: FormHandle<Values>; holder: HolderState; staff: Staff | null };

function OtherAccount({ form, holder, staff }: OtherAccountProps) {
  const { values, change, bind, errors } = form;
  return (
    <>
      <BankAccountFields form={form} holder={holder} purpose="staff" />
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
            <PinInput label={texts.form.pin} {...bind('pin')} error={errors.pin} />
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

function useSave(currency: Currency, staff: Staff | null, form: FormHandle<Values>, onDone: () => void) {
  const queries = useQueryClient();
  const [keyFor] = useState(requestKeys);
  return useMutation({
    mutationFn: async ({ bankCode: bank, accountNumber: number, pin, ...person }: Values) => {
      if (!staff) {
        const body = { ...person, bankCode: bank, accountNumber: number };
        return call(
          staffCalls.create,
          { params: { currency }, body: z.decode(newStaff, z.encode(newStaff, body)) },
          { idempotencyKey: keyFor(body) },
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
      if (fieldErrors) form.setErrors(fieldErrors);
      else if (!form.showErrors(error)) toastFailure(error, messageOf(error, texts.form.failed));
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
