import { useQuery } from '@tanstack/react-query';
import { UsersRound, WalletCards } from 'lucide-react';
import { type Currency, formatMoney } from '#core/money.ts';
import { EmailField, TextField } from '#web/lib/forms/fields.tsx';
import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useOpened, useUrlState } from '#web/lib/navigation/url-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { type Staff, staffQuery } from '../api.ts';
import { emptyForm, type FormValues, valuesForStaff } from '../form-values.ts';
import { texts as pageTexts } from '../texts.ts';
import { texts } from './texts.ts';

const StaffDialog = lazyDialog(async () => (await import('./dialog.tsx')).StaffDialog);
const NOBODY = 'none';
const formTexts = pageTexts.form;

type StaffChoiceProps = { currency: Currency; form: FormHandle<FormValues> };

/** Fills the form from a saved payee; with links to batch payouts and to the staff list. */
export function StaffChoice({ currency, form }: StaffChoiceProps) {
  const staff = useQuery(staffQuery(currency));
  const [, setUrl] = useUrlState({ several: '' });
  const [listOpen, setListOpen] = useOpened('staff');
  const pick = (id: string) => {
    const chosen = staff.data?.find((one) => one.id === id);
    form.reset(chosen ? { ...valuesForStaff(chosen), description: form.values.description } : emptyForm);
  };
  const options = (staff.data ?? []).map((one) => ({ value: one.id, label: one.name, hint: hintOf(one) }));
  return (
    <div className="grid gap-4">
      {staff.data && staff.data.length > 0 && (
        <Field label={texts.choose} optional>
          <Combobox
            value={form.values.staffId === '' ? '' : form.values.staffId}
            onChange={pick}
            options={
              form.values.staffId === '' ? options : [{ value: NOBODY, label: texts.none }, ...options]
            }
            placeholder={texts.placeholder}
            searchPlaceholder={texts.find}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2.5 max-sm:[&>*]:flex-1">
        <Button variant="outline" size="sm" onClick={() => setUrl({ several: 'choose' }, { push: true })}>
          <UsersRound aria-hidden />
          {texts.several}
        </Button>
        <Button variant="outline" size="sm" onClick={() => setListOpen(true)}>
          <WalletCards aria-hidden />
          {texts.list(staff.data?.length ?? 0)}
        </Button>
      </div>
      {staff.isError && (
        <p role="alert" className="text-13 text-bad">
          {texts.failed}{' '}
          <Button variant="link" size="sm" className="min-h-0! p-0" onClick={() => void staff.refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {listOpen && <StaffDialog currency={currency} onClose={() => setListOpen(null)} />}
    </div>
  );

  function hintOf({ bankName, accountNumber, usualAmount }: Staff): string {
    const usual = usualAmount === null ? '' : `, ${formatMoney(usualAmount, currency)}`;
    return `${bankName}, ${accountNumber.slice(-6)}${usual}`;
  }
}

/** Saves the entered payee to the staff list. */
export function SaveStaffCheckbox({ form }: { form: FormHandle<FormValues> }) {
  return (
    <Checkbox checked={form.values.keep} onChange={(keep) => form.change({ keep })}>
      {texts.keep}
    </Checkbox>
  );
}

/** The member of staff who is paid, for the receipt and the list. */
export function StaffFields({ form }: { form: FormHandle<FormValues> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        form={form}
        name="staffName"
        label={formTexts.staffName}
        autoComplete="off"
        maxLength={120}
        required
        className="sm:col-span-2"
      />
      <EmailField
        form={form}
        name="staffEmail"
        label={formTexts.staffEmail}
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <TextField
        form={form}
        name="staffPhone"
        label={formTexts.staffPhone}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        optional
      />
    </div>
  );
}
