import { useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { cardTexts } from '../texts.ts';

const MAX_SUGGESTIONS = 3;
const SHORTEST_NAME = 2;

type EmailSuggestionsProps = {
  name: string;
  currency: Currency;
  onPick: (name: string, email: string) => void;
};

/** Addresses of customers by that name, for one the assistant did not find. */
export function EmailSuggestions({ name, currency, onPick }: EmailSuggestionsProps) {
  const search = name.trim();
  const { data } = useQuery({
    queryKey: ['customers.list', currency, { search, limit: MAX_SUGGESTIONS }],
    enabled: search.length >= SHORTEST_NAME,
    queryFn: ({ signal }) =>
      call(customers.list, { params: { currency }, query: { search, limit: MAX_SUGGESTIONS } }, { signal }),
  });
  const found = data?.data.customers ?? [];
  return (
    found.length > 0 && (
      <div className="mt-2 flex flex-wrap gap-2">
        {found.map((customer) => (
          <Button
            key={customer.id}
            variant="outline"
            size="sm"
            className="max-w-full"
            onClick={() => onPick(customer.name, customer.email)}
          >
            <span className="min-w-0 truncate">{cardTexts.known(customer.email)}</span>
          </Button>
        ))}
      </div>
    )
  );
}
