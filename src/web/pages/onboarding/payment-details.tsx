import { ShieldCheck } from 'lucide-react';
import { banks, findBanks } from '#core/banks.ts';
import { HolderStatus } from '#web/lib/bank-account/fields.tsx';
import { useHolder } from '#web/lib/bank-account/queries.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { DigitsInput } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/states.tsx';
import { StepFrame } from './step-frame.tsx';
import { missingAt } from './steps.ts';
import { texts } from './texts.ts';
import type { Wizard } from './use-onboarding.ts';

type Bank = (typeof banks)[number];

const asOptions = (list: readonly Bank[]) =>
  list.filter((bank) => bank.takesPayouts).map(({ code, name }) => ({ value: code, label: name }));
const bankOptions = asOptions(banks);
const ACCOUNT_DIGITS = 10;
const BVN_DIGITS = 11;

export function PaymentDetails({ form, next, back }: Wizard) {
  const pickBank = (bankCode: string) =>
    form.change({ bankCode, bankName: banks.find((bank) => bank.code === bankCode)?.name ?? '' });
  const holder = useHolder(form.values.bankCode, form.values.bankAccountNumber);
  const missing = missingAt('payment-details', form.values);
  return (
    <StepFrame
      form={form}
      title={texts.payment.title}
      text={texts.payment.text}
      missing={holder.is === 'wrong' ? [texts.payment.missing.otherAccount, ...missing] : missing}
      onBack={back}
      onContinue={next}
    >
      <Field label={texts.payment.bank} required>
        <Combobox
          value={form.values.bankCode}
          onChange={pickBank}
          options={bankOptions}
          find={(text) => asOptions(findBanks(text))}
          placeholder={texts.payment.chooseBank}
          searchPlaceholder={texts.payment.findBank}
        />
      </Field>
      <Field
        label={texts.payment.accountNumber}
        aside={texts.payment.counted(form.values.bankAccountNumber.length, ACCOUNT_DIGITS)}
        error={holder.is === 'wrong' ? holder.reason : undefined}
        required
      >
        <DigitsInput
          length={ACCOUNT_DIGITS}
          placeholder={texts.payment.accountNumberPlaceholder}
          {...form.bind('bankAccountNumber')}
        />
      </Field>
      <HolderStatus holder={holder} purpose="own" />
      <Field
        label={texts.payment.bvn}
        aside={texts.payment.counted(form.values.bankVerificationNumber.length, BVN_DIGITS)}
        hint={texts.payment.bvnHint}
        required
      >
        <DigitsInput
          masked
          length={BVN_DIGITS}
          placeholder={texts.payment.bvnPlaceholder}
          {...form.bind('bankVerificationNumber')}
        />
      </Field>
      <Notice icon={<ShieldCheck aria-hidden />}>{texts.payment.why}</Notice>
    </StepFrame>
  );
}
