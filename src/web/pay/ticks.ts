import { add, currencies, formatMoney, minor } from '#core/money.ts';

/** Keeps the button of each form with ticked invoices at their number and sum; more than one payment takes cannot be ticked. */
export function countTicks(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-together]')) {
    form.addEventListener('change', () => count(form));
    count(form);
  }
  // A page that the browser kept has the boxes as they were left.
  addEventListener('pageshow', () =>
    document.querySelectorAll<HTMLFormElement>('[data-together]').forEach(count),
  );
}

function count(form: HTMLFormElement): void {
  const { together, currency, one = '', other = '', ticked: none = '' } = form.dataset;
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name=invoice]')];
  const ticked = boxes.filter(({ checked }) => checked);
  for (const box of boxes) box.disabled = !box.checked && ticked.length >= Number(together);
  const label = form.querySelector('[data-label]');
  if (!label) return;
  const sum = add(...ticked.map(({ dataset }) => minor(Number(dataset.minor))));
  const known = currencies.find((code) => code === currency) ?? 'NGN';
  label.textContent =
    ticked.length === 0
      ? none
      : (ticked.length === 1 ? one : other)
          .replace('[count]', String(ticked.length))
          .replace('[amount]', formatMoney(sum, known));
}
