import { ShieldCheck } from 'lucide-react';
import { banks, findBanks } from '#core/banks.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { DigitsInput, Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/states.tsx';
import { StepFrame } from './step-frame.tsx';
import { missingAt } from './steps.ts';
import type { Wizard } from './use-onboarding.ts';

type Bank = (typeof banks)[number];

const asOptions = (list: readonly Bank[]) =>
  list.filter((bank) => bank.takesPayouts).map(({ code, name }) => ({ value: code, label: name }));
const bankOptions = asOptions(banks);
const ACCOUNT_DIGITS = 10;
const BVN_DIGITS = 11;

export function PaymentDetails({ draft, change, next, back }: Wizard) {
  const pickBank = (bankCode: string) =>
    change({ bankCode, bankName: banks.find((bank) => bank.code === bankCode)?.name ?? '' });
  return (
    <StepFrame
      title="Payment details"
      text="The account your money is sent to."
      missing={missingAt('payment-details', draft)}
      onBack={back}
      onContinue={next}
    >
      <Field label="Bank name" required>
        <Combobox
          value={draft.bankCode}
          onChange={pickBank}
          options={bankOptions}
          find={(text) => asOptions(findBanks(text))}
          placeholder="Choose a bank"
          searchPlaceholder="Find a bank"
        />
      </Field>
      <Field label="Account name" hint="As your bank writes it" required>
        <Input
          autoComplete="off"
          maxLength={120}
          value={draft.accountName}
          onChange={(event) => change({ accountName: event.target.value })}
        />
      </Field>
      <Field label="Account number" aside={`${draft.bankAccountNumber.length} of ${ACCOUNT_DIGITS}`} required>
        <DigitsInput
          length={ACCOUNT_DIGITS}
          placeholder="Enter 10-digit account number"
          value={draft.bankAccountNumber}
          onChange={(bankAccountNumber) => change({ bankAccountNumber })}
        />
      </Field>
      <Field
        label="BVN"
        aside={`${draft.bankVerificationNumber.length} of ${BVN_DIGITS}`}
        hint="Dial *565*0# on the phone your bank knows to see it."
        required
      >
        <DigitsInput
          masked
          length={BVN_DIGITS}
          placeholder="Enter 11-digit BVN"
          value={draft.bankVerificationNumber}
          onChange={(bankVerificationNumber) => change({ bankVerificationNumber })}
        />
      </Field>
      <Notice icon={<ShieldCheck aria-hidden />}>
        The Central Bank of Nigeria (CBN) asks us to know who receives money. Your BVN shows that the account
        is yours; it gives nobody access to it. For your safety the account number and BVN are not kept in
        this browser.
      </Notice>
    </StepFrame>
  );
}
