// Runs in a page that is measured: when the last press or key came, the end of the frame after the last change, and how
// long every key took to be seen.
globalThis.seen = { pressed: 0, changed: 0, painted: 0, keys: [] };
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
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries())
    if (/^(keydown|keypress|input|beforeinput)$/.test(name)) globalThis.seen.keys.push(duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
