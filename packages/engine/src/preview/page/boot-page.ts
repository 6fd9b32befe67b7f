import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import { errorMessage } from '../../text/error-message.ts';

/** A worker that is active takes over the page at once; not later than this the page is loaded again in any case. */
const LONGEST_CLAIM_MS = 1_000;
/** After that the user reads what is waited for, and can try again. */
const LONGEST_START_MS = 10_000;

/** The page the server gives while the service worker is not there: it registers it and loads the same address again. */
async function bootPreview(): Promise<void> {
  const worker = navigator.serviceWorker;
  if (!worker) {
    return explain(
      'This browser refuses the preview',
      'Previews are served by a service worker, which this window does not allow (a private window, or blocked site data). Allow it, or use another window.',
    );
  }
  const wasThere = (await worker.getRegistration('/'))?.active != null;
  // Waiting for control rather than for activity: a page loaded in between would come here again.
  const controlled = worker.controller
    ? Promise.resolve()
    : new Promise<void>((resolve) => worker.addEventListener('controllerchange', () => resolve(), { once: true }));
  await worker.register(PREVIEW_PATHS.serviceWorker, { scope: '/' });
  await worker.ready;
  // An old worker does not claim a page that was loaded past it (Shift and Reload); an ordinary reload is enough then.
  // Its claim can be missed when the machine is busy (seen once); a load after that goes through the active worker anyway.
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

/** The page is there until the next one comes, which may be minutes: a development server builds a page when it is first asked for. */
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
