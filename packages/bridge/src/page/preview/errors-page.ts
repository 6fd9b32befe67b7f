import { keepLinksInside } from './keep-links-inside.ts';
import { reportErrors } from './report-errors.ts';

// First script of every page of a preview. What it uses of the page is taken before the page's own scripts run.
const { fetch, performance } = window;

keepLinksInside(window);
reportErrors({
  page: window,
  now: () => performance.now(),
  send(report) {
    // Nobody waits for it, and a page that goes away may still send it.
    fetch('/__devonz/report', { method: 'POST', body: JSON.stringify(report), keepalive: true }).catch(() => undefined);
  },
});
