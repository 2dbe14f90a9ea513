import { formatMoney } from '#core/money.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import type { InvoiceDetail } from '../api.ts';
import { WithholdingDialog } from './withholding.tsx';
import { withholdingTexts as texts } from './withholding-texts.ts';

/** Asks whether what is missing of an invoice was kept as tax, where it is exactly a rate of it. */
export function MissingTax({ invoice }: { invoice: InvoiceDetail }) {
  const [isOpen, setIsOpen] = useOpened('kept');
  const { likelyTax: tax, currency, customerName } = invoice;
  if (tax?.state !== 'missing') return null;
  const { amount, rate, base } = tax;
  return (
    <div className="mb-4">
      <Notice>
        <span className="grid justify-items-start gap-2.5">
          <span>
            {texts.missing(
              formatMoney(amount, currency),
              String(rate / 100),
              formatMoney(base, currency),
              customerName,
            )}
          </span>
          <Button size="sm" variant="outline" onClick={() => setIsOpen(true)}>
            {texts.keptIt}
          </Button>
        </span>
      </Notice>
      {isOpen && <WithholdingDialog invoice={invoice} onClose={() => setIsOpen(null)} />}
    </div>
  );
}
