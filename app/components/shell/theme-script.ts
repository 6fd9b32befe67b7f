/** Where the chosen theme is kept for the script that runs before the first paint. */
export const THEME_KEY = 'devonz.theme';

/**
 * Runs in the document's head, so that the page never shows one theme and then another. It is text: it runs before any
 * module. Storage may be forbidden; then the system decides.
 */
export const THEME_SCRIPT = `(function () {
  var chosen = null;
  try { chosen = localStorage.getItem('${THEME_KEY}'); } catch (error) {}
  var isKnown = chosen === 'dark' || chosen === 'light' || chosen === 'hc';
  var system = matchMedia('(prefers-contrast: more)').matches ? 'hc' : matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = isKnown ? chosen : system;
})();`;
