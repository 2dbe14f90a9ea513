import type { Currency } from '#core/money.ts';

/** A currency's flag, drawn: emoji flags are missing on Windows. */
export function Flag({ currency }: { currency: Currency }) {
  return (
    <svg
      viewBox="0 0 24 16"
      aria-hidden
      className="h-4 w-6 shrink-0 rounded-[3px] shadow-[0_0_0_1px_var(--line)]"
    >
      {currency === 'NGN' ? <Nigeria /> : <UnitedStates />}
    </svg>
  );
}

function Nigeria() {
  return (
    <>
      <path d="M0 0h24v16H0z" fill="#fff" />
      <path d="M0 0h8v16H0zM16 0h8v16h-8z" fill="#008751" />
    </>
  );
}

function UnitedStates() {
  return (
    <>
      <path d="M0 0h24v16H0z" fill="#fff" />
      <path
        d="M0 1.2h24M0 3.7h24M0 6.1h24M0 8.6h24M0 11h24M0 13.5h24M0 15.6h24"
        stroke="#B22234"
        strokeWidth="1.25"
      />
      <path d="M0 0h10.5v8.6H0z" fill="#3C3B6E" />
      <path
        d="M2 2h.01M5.2 2h.01M8.4 2h.01M3.6 4.3h.01M6.8 4.3h.01M2 6.6h.01M5.2 6.6h.01M8.4 6.6h.01"
        stroke="#fff"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
    </>
  );
}
