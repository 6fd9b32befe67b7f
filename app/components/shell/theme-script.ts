/** The storage key of the chosen theme, read by the script that runs before the first paint. */
export const THEME_KEY = 'devonz.theme';

/**
 * Runs in the document's head, so that the page never switches themes after the first paint. It is text, because it runs before any module.
 * If storage is forbidden, the system's preference applies.
 */
export const THEME_SCRIPT = `(function () {
  var chosen = null;
  try { chosen = localStorage.getItem('${THEME_KEY}'); } catch (error) {}
  var isKnown = chosen === 'dark' || chosen === 'light' || chosen === 'hc';
  var system = matchMedia('(prefers-contrast: more)').matches ? 'hc' : matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = isKnown ? chosen : system;
})();`;
