/** One question open at a time, or none. Closed answers are still found by the browser's own search. */
export function startFaq(): void {
  const list = document.querySelector('[data-faq]');
  if (!list) return;
  const buttons = [...list.querySelectorAll<HTMLButtonElement>('button[aria-expanded]')];
  const answerOf = (button: HTMLButtonElement) =>
    document.getElementById(button.getAttribute('aria-controls') ?? '');
  const show = (wanted: HTMLButtonElement | null) => {
    for (const button of buttons) {
      const open = button === wanted;
      button.setAttribute('aria-expanded', String(open));
      const answer = answerOf(button);
      if (open) answer?.removeAttribute('hidden');
      else answer?.setAttribute('hidden', 'until-found');
    }
  };
  show(null);
  for (const button of buttons) {
    button.addEventListener('click', () =>
      show(button.getAttribute('aria-expanded') === 'true' ? null : button),
    );
    answerOf(button)?.addEventListener('beforematch', () => show(button));
  }
}
