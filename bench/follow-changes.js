// Runs in a page that is measured: when the last press or key came, and the end of the frame after the last change.
globalThis.seen = { pressed: 0, changed: 0, painted: 0 };
const press = ({ timeStamp }) =>
  Object.assign(globalThis.seen, { pressed: timeStamp, changed: 0, painted: 0 });
addEventListener('pointerdown', press, true);
addEventListener('keydown', press, true);
new MutationObserver(() => {
  globalThis.seen.changed = performance.now();
  requestAnimationFrame(() =>
    setTimeout(() => {
      globalThis.seen.painted = performance.now();
    }),
  );
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
