import * as z from 'zod/mini';
import { accountNumber } from '#contract/business.ts';
import { email, optionalText, positiveAmount, text } from '#contract/wire.ts';
import { OWN_ACCOUNT, SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import type { Minor } from '#core/money.ts';
import { draft } from '#web/lib/forms/draft.ts';
import type { NewWithdrawal, Staff, WithdrawalType } from './api.ts';
import { texts } from './texts.ts';

/** Values of the form; the PIN is not one of them. */
export type FormValues = {
  amount: Minor | null;
  bankCode: string;
  accountNumber: string;
  description: string;
  /** The member of staff the rest was filled in from, or empty. */
  staffId: string;
  staffName: string;
  staffEmail: string;
  staffPhone: string;
  keep: boolean;
};

export const emptyForm: FormValues = {
  amount: null,
  bankCode: '',
  accountNumber: '',
  description: '',
  staffId: '',
  staffName: '',
  staffEmail: '',
  staffPhone: '',
  keep: false,
};

const shared = {
  amount: positiveAmount,
  bankCode: z.string().check(z.minLength(1, texts.form.chooseBank)),
  description: optionalText(200),
};

export const formSchemas = {
  'self-withdraw': z.object({
    ...shared,
    accountNumber: z.union([z.literal(OWN_ACCOUNT), accountNumber], texts.form.numberNeeded),
  }),
  disburse: z.object({
    ...shared,
    accountNumber: z.union([z.literal(SAVED_ACCOUNT), accountNumber], texts.form.numberNeeded),
    staffName: text({ max: 120, required: texts.form.staffNameNeeded }),
    staffEmail: email,
    staffPhone: optionalText(30),
  }),
};

const required: Record<WithdrawalType, readonly (keyof FormValues)[]> = {
  'self-withdraw': ['amount', 'bankCode', 'accountNumber'],
  disburse: ['amount', 'staffName', 'staffEmail', 'bankCode', 'accountNumber'],
};

/** Whether something that must be there is left empty. */
export function isIncomplete(type: WithdrawalType, values: FormValues): boolean {
  return required[type].some((name) => values[name] === null || String(values[name]).trim() === '');
}

/** The form filled in for somebody on the staff list; what was typed for somebody else goes. */
export function valuesForStaff({
  id,
  name,
  email: address,
  phone,
  bankCode,
  usualAmount,
}: Staff): FormValues {
  return {
    ...emptyForm,
    amount: usualAmount,
    bankCode,
    accountNumber: SAVED_ACCOUNT,
    staffId: id,
    staffName: name,
    staffEmail: address,
    staffPhone: phone ?? '',
  };
}

/** The most that a balance covers, and no more than the day allows. */
export const withinDay = (most: Minor, leftToday: Minor | undefined): Minor =>
  leftToday !== undefined && leftToday < most ? leftToday : most;

/** The form as it is sent. */
export function toRequest(
  type: WithdrawalType,
  values: FormValues,
  accountName: string | null,
  pin: string,
): NewWithdrawal {
  const { amount, staffId, staffName, staffEmail, staffPhone, keep, ...to } = values;
  const common = { ...to, amount: amount ?? (0 as Minor), accountName, pin };
  if (type !== 'disburse') return { type, ...common };
  const saved = staffId !== '' ? { staffId } : { keep };
  return { type, ...common, ...saved, staffName, staffEmail, staffPhone };
}

const storedSchema = z.object({
  amount: z.nullable(z.custom<Minor>((value) => Number.isSafeInteger(value))),
  bankCode: z.string(),
  description: z.string(),
  staffId: z.string(),
  staffName: z.string(),
  staffEmail: z.string(),
  staffPhone: z.string(),
  keep: z.boolean(),
});

export const draftName = (userId: string, type: WithdrawalType) => `withdrawal:${type}:${userId}`;

/** Values stored on an earlier visit; null where there are none. */
export function readStored(name: string): FormValues | null {
  const stored = storedSchema.safeParse(draft.read(name));
  if (!stored.success || isUntouched(stored.data)) return null;
  return { ...stored.data, accountNumber: stored.data.staffId === '' ? '' : SAVED_ACCOUNT };
}

/** Values that may be stored in the browser: no account number, and the PIN is never part of them. */
export function withoutSecrets({
  accountNumber: _number,
  ...stored
}: FormValues): Omit<FormValues, 'accountNumber'> {
  return stored;
}

function isUntouched(stored: Omit<FormValues, 'accountNumber'>): boolean {
  return Object.values(stored).every((value) => value === null || value === '' || value === false);
}
