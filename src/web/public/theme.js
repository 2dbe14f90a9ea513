(() => {
  const root = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be switched off; the system's choice then stands.
      return null;
    }
  };
  const choice = kept('vite-ui-theme');
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', dark);

  const lessData = kept('less-data');
  const saves = lessData === null ? navigator.connection?.saveData === true : lessData === 'on';
  root.classList.toggle('less-data', saves);
  const fonts = saves ? '' : (document.currentScript?.dataset.fonts ?? '');
  for (const href of fonts.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'font';
    link.type = 'font/woff2';
    link.crossOrigin = 'anonymous';
    link.href = href;
    document.head.append(link);
  }
})();
