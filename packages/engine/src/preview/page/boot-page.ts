import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { errorMessage } from '../../text/error-message.ts';

/** An activated worker takes control of the page immediately; after this time the page is reloaded in any case. */
const LONGEST_CLAIM_MS = 1_000;
/** After this time the user sees what the page is waiting for, and can retry. */
const LONGEST_START_MS = 10_000;

/** Runs on the page that the server serves until the service worker is installed: registers it, and reloads the same URL. */
async function bootPreview(): Promise<void> {
  const worker = navigator.serviceWorker;
  if (!worker) {
    return explain(
      'This browser refuses the preview',
      'Previews are served by a service worker, which this window does not allow (a private window, or blocked site data). Allow it, or use another window.',
    );
  }
  const wasThere = (await worker.getRegistration('/'))?.active != null;
  // Waits for control rather than activation: a page loaded in between would end up here again.
  const controlled = worker.controller
    ? Promise.resolve()
    : new Promise<void>((resolve) => worker.addEventListener('controllerchange', () => resolve(), { once: true }));
  await worker.register(PREVIEW_PATHS.serviceWorker, { scope: '/' });
  await worker.ready;
  // An old worker does not claim a page that was loaded without it (Shift and Reload); a normal reload suffices then. Its
  // claim can be missed on a busy machine (seen once); a later load uses the active worker anyway.
  if (!wasThere) await Promise.race([controlled, new Promise((resolve) => setTimeout(resolve, LONGEST_CLAIM_MS))]);
  set('text', 'The project’s server is asked for the page.');
  explainLater({
    title: 'The project’s server takes long to answer',
    text: 'It may be building the page for the first time. The page is shown as soon as it comes; nothing needs to be done.',
  });
  location.reload();
}

interface Awaited {
  title: string;
  text: string;
}

let patience: ReturnType<typeof setTimeout> | undefined;

/**
 * Explains the delay. The page stays until the next one arrives, which may take minutes: a development server builds a
 * page on its first request.
 */
function explainLater({ title, text }: Awaited): void {
  clearTimeout(patience);
  patience = setTimeout(() => explain(title, text), LONGEST_START_MS);
}

function set(id: string, value: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = value;
}

function explain(title: string, text: string): void {
  clearTimeout(patience);
  set('title', title);
  set('text', text);
  const retry = document.getElementById('retry');
  if (!retry) return;
  retry.hidden = false;
  retry.onclick = () => location.reload();
}

explainLater({
  title: 'The preview takes long to start',
  text: 'The service worker that connects it has not answered yet. Wait, or try again.',
});
bootPreview().catch((error: unknown) =>
  explain('The preview could not be started', `The service worker was refused: ${errorMessage(error)}`),
);
