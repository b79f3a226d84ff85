// Runs before the page is drawn, so that it doesn't flash in the other theme. The choice is 'light', 'dark' or 'system'.
(() => {
  const stored = () => {
    try { return localStorage.getItem("postil.theme") || "system"; } catch { return "system"; }
  };
  const apply = (theme) => { document.documentElement.dataset.theme = theme; };
  apply(stored());
  window.postilTheme = {
    get current() { return stored(); },
    set(theme) {
      try { localStorage.setItem("postil.theme", theme); } catch { /* The choice then lasts until the page is closed. */ }
      apply(theme);
    },
  };
})();
