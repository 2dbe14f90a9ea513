(() => {
  const root = document.documentElement;
  let choice = 'system';
  try {
    choice = localStorage.getItem('vite-ui-theme') || 'system';
  } catch {
    // Storage may be switched off; the system's choice then stands.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', dark);
})();
