// Notes when the figure named by `wanted` was painted: a task after the frame in which it first stood in the page.
const watch = new MutationObserver(() => {
  const figure = document.querySelector(globalThis.wanted);
  const around = figure?.closest('section, tr, [data-row]') ?? figure;
  if (!/\d/.test(around?.textContent ?? '')) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => (globalThis.painted = performance.now())));
});
watch.observe(document, { childList: true, subtree: true, attributes: true });
