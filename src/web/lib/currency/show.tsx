import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { Coins } from 'lucide-react';
import { account } from '#contract/account.ts';
import { type Currency, otherCurrency } from '#core/money.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { call, toastFailure } from '../api.ts';
import { texts } from './texts.ts';
import { saveUser } from '../session/session.ts';
import { sessionQuery } from '../session/user-query.ts';

/** Changes the owner's name or currency; every screen follows. */
export function useSaveDetails() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof account.update.body>) =>
      (await call(account.update, { body })).data.user,
    onSuccess: (user) => {
      saveUser(user);
      queries.setQueryData(sessionQuery.queryKey, user);
      void queries.invalidateQueries({ queryKey: ['account.audit'] });
    },
  });
}

/** Lets every screen show the other currency. */
export function ShowCurrency({ currency }: { currency: Currency }) {
  const saving = useSaveDetails();
  const show = () =>
    saving.mutate(
      { preferredCurrency: currency },
      {
        onSuccess: () => toast.success(texts.changed(currency)),
        onError: (error) => toastFailure(error, texts.failed),
      },
    );
  return (
    <Button variant="outline" pending={saving.isPending} onClick={show}>
      {texts.show(currency)}
    </Button>
  );
}

/** In the place of a record the screens cannot show, as they show the other currency. */
export function OtherCurrencyState({ currency }: { currency: Currency }) {
  return (
    <EmptyState title={texts.record(currency)} text={texts.shown(otherCurrency(currency))} icon={<Coins />}>
      <ShowCurrency currency={currency} />
    </EmptyState>
  );
}
