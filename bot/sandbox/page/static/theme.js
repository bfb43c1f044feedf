// A classic script in <head>, so that no page flashes in the wrong colours.
(() => {
  const KEY = "deberts-theme";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const apply = () => {
    document.documentElement.dataset.theme = stored() || (dark.matches ? "dark" : "light");
  };
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
  addEventListener("toggle-theme", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Not kept then.
    }
    document.documentElement.dataset.theme = next;
  });
  apply();
})();
