import { toast } from './toasts.ts';

const ENDPOINT = '/api/waitlist/join';
const TIMEOUT_MS = 20_000;
/** A first look; the service has the rule, whose module would be a file of its own for every page of the app. */
const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/;
const JOINED = 'You have successfully joined the waitlist.';
const UNREACHABLE = 'You are offline, or the service cannot be reached';
const FAILED = 'Something went wrong. Please try again';

/** The waitlist form: checked when a field is left and, once wrong, at each change. */
export function startWaitlist(): void {
  const form = document.querySelector<HTMLFormElement>('[data-waitlist]');
  const input = form?.querySelector('input');
  const button = form?.querySelector('button');
  const error = document.getElementById('waitlist-error');
  if (!form || !input || !button || !error) return;

  const showError = (message: string) => {
    error.textContent = message;
    input.toggleAttribute('aria-invalid', message !== '');
    if (message === '') return input.removeAttribute('aria-describedby');
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', error.id);
  };
  const check = () => {
    const message = problemOf(input.value.trim());
    showError(message);
    return message === '';
  };
  const setWorking = (working: boolean) => {
    button.toggleAttribute('aria-busy', working);
    if (working) button.setAttribute('aria-busy', 'true');
    button.disabled = working;
  };

  input.addEventListener('blur', check);
  input.addEventListener('input', () => error.textContent !== '' && check());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    if (!check()) return input.focus();
    setWorking(true);
    const failure = await join(input.value.trim());
    setWorking(false);
    if (failure !== null) {
      toast('error', `Error: ${failure}`);
      return button.focus();
    }
    toast('success', JOINED);
    form.reset();
    input.focus();
  });
}

function problemOf(email: string): string {
  if (email === '') return 'Email is required';
  return ADDRESS.test(email) ? '' : 'Invalid Email';
}

/** Null once the address is on the list, or what to say. */
async function join(email: string): Promise<string | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { 'Content-Type': 'application/json' };
  try {
    const answer = await fetch(ENDPOINT, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email }),
      signal,
    });
    return answer.ok ? null : messageOf(await answer.json().catch(() => null));
  } catch {
    return UNREACHABLE;
  }
}

function messageOf(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
  return typeof message === 'string' ? message : FAILED;
}
