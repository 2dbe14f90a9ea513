import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import type { QuoteDetail } from '../api.ts';
import { texts } from '../texts.ts';
import { leftOfLine } from './left-of-line.ts';
import { pickProblem, type TypedPart } from './part-outcome.ts';

const { part: words } = texts;

type LinePicksProps = { form: FormHandle<TypedPart>; quote: QuoteDetail };

/** The lines of a quote with what is left of each; those that are ticked are invoiced, and maybe fewer of them. */
export function LinePicks({ form, quote }: LinePicksProps) {
  const { lines: picks } = form.values;
  const pick = (item: number, quantity?: string) => {
    const { [item]: _gone, ...others } = picks;
    form.change({ lines: quantity === undefined ? others : { ...others, [item]: quantity } });
  };
  const problems = quote.items.map((_, item) => pickProblem(quote, item, picks[item] ?? ''));
  return (
    <Field label={words.lines} group error={problems.some(Boolean) ? undefined : form.errors.lines}>
      <ul className="divide-y divide-line rounded-card border border-line">
        {quote.items.map(({ description, quantity }, item) => {
          const [picked, left] = [picks[item], quote.linesLeft[item] ?? 0];
          return (
            // Lines have no name of their own, and keep their place.
            <li key={item} className="grid gap-2 p-3">
              <Checkbox
                checked={picked !== undefined}
                disabled={left === 0}
                onChange={(isPicked) => pick(item, isPicked ? String(left / 1_000_000) : undefined)}
              >
                <span className="wrap-anywhere block">{description}</span>
                <span className="block text-muted text-sm">{leftOfLine(quantity, left)}</span>
              </Checkbox>
              {picked !== undefined && (
                <Field label={words.quantity(description)} className="pl-8.5" error={problems[item]}>
                  <Input
                    inputMode="decimal"
                    autoComplete="off"
                    value={picked}
                    onChange={({ target }) => pick(item, target.value)}
                  />
                </Field>
              )}
            </li>
          );
        })}
      </ul>
    </Field>
  );
}
