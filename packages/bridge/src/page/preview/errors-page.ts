import { keepLinksInside } from './keep-links-inside.ts';
import { reportErrors } from './report-errors.ts';

// The first script of every page of a preview. It keeps the browser functions that it uses before the page's own
// scripts can replace them.
const { fetch, performance } = window;

keepLinksInside(window);
reportErrors({
  page: window,
  now: () => performance.now(),
  send(report) {
    // No code waits for the report, and a page that is being closed can still send it.
    fetch('/__devonz/report', { method: 'POST', body: JSON.stringify(report), keepalive: true }).catch(() => undefined);
  },
});
