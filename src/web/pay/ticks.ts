// The rules of money are left out: a file that the pay page shares with the app would be one more for both to fetch.
const inMajor = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2 });

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
  const { together, symbol = '', one = '', other = '', ticked: none = '' } = form.dataset;
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name=invoice]')];
  const ticked = boxes.filter(({ checked }) => checked);
  for (const box of boxes) box.disabled = !box.checked && ticked.length >= Number(together);
  const label = form.querySelector('[data-label]');
  if (!label) return;
  const sum = ticked.reduce((total, { dataset }) => total + Number(dataset.minor), 0);
  label.textContent =
    ticked.length === 0
      ? none
      : (ticked.length === 1 ? one : other)
          .replace('[count]', String(ticked.length))
          .replace('[amount]', `${symbol}${inMajor.format(sum / 100)}`);
}
