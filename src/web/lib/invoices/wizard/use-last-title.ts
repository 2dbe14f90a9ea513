import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invoices } from '#contract/invoices.ts';
import { call } from '../../api.ts';
import { useCurrency } from '../../session/session.ts';
import type { Wizard } from './use-wizard.ts';

/** Fills in the title of the customer's last invoice, where none was typed. */
export function useLastTitle({ values, change }: Wizard, isNew: boolean): void {
  const currency = useCurrency();
  const customerId = values.customer.id;
  const filled = useRef('');
  const { data: title } = useQuery({
    queryKey: ['invoices.lastTitle', currency, customerId],
    queryFn: async ({ signal }) => {
      const query = { customerId, limit: 1 };
      const { data } = await call(invoices.list, { params: { currency }, query }, { signal });
      return data[0]?.title ?? '';
    },
    enabled: isNew && customerId !== '',
  });
  useEffect(() => {
    const isFree = values.title.trim() === '' || values.title === filled.current;
    if (title === undefined || title === filled.current || !isFree) return;
    filled.current = title;
    change({ title });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer, not as somebody types
  }, [title]);
}
