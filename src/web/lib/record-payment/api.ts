import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { offlinePayments } from '#contract/offline-payments.ts';
import type { offlineMethods } from '#core/payment-methods.ts';
import type { Currency, Minor } from '#core/money.ts';
import { call, requestKeys } from '../api.ts';
import { refreshPayments } from '../claims/api.ts';
import { uploadAttachment } from '../files/attachment-upload.ts';

/** The form's values; `seen` is empty until it is answered. */
export type RecordValues = {
  amount: Minor | null;
  day: string;
  method: (typeof offlineMethods)[number];
  seen: '' | 'bank' | 'alert';
  keepRestAsCredit: boolean;
  reference: string;
  note: string;
  slip: File | null;
};

type RecordInput = { values: RecordValues & { amount: Minor }; confirmDuplicate: boolean };

/** Records money somebody got, or keeps an alert as a claim. One press that got no answer is repeated, not doubled. */
export function useRecordPayment({ id, currency }: { id: string; currency: Currency }) {
  const queries = useQueryClient();
  const [keyFor] = useState(requestKeys);
  return useMutation({
    networkMode: 'always',
    mutationFn: async (input: RecordInput): Promise<'payment' | 'claim'> => {
      const { seen, method, keepRestAsCredit, slip: file, ...typed } = input.values;
      const slip = file && (await uploadAttachment(file, 'slip'));
      const body = { ...typed, slip };
      const options = { idempotencyKey: keyFor({ ...input, slip }) };
      if (method === 'bank_transfer' && seen === 'alert') {
        await call(
          offlinePayments.addClaim,
          { params: { currency }, body: { ...body, invoiceId: id } },
          options,
        );
        return 'claim';
      }
      const more = {
        method,
        keepRestAsCredit,
        confirmDuplicate: input.confirmDuplicate,
        ...(method === 'bank_transfer' ? { seen: 'bank' as const } : {}),
      };
      await call(offlinePayments.record, { params: { currency, id }, body: { ...body, ...more } }, options);
      return 'payment';
    },
    onSettled: () => refreshPayments(queries),
  });
}
