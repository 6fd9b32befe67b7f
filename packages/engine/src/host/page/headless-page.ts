import { parentOrigins, refusal } from 'devonz-engine-protocol/client-wire/parent-origins';
import { refuseCookies } from 'devonz-engine-protocol/refuse-cookies';
import { createPreviewBridges } from '../../preview/page/create-preview-bridges.ts';
import { OpenedOrigins } from '../../preview/page/forget/opened-origins.ts';
import { KeptTexts } from '../../preview/page/kept-texts.ts';
import { FIRST_WORKER_NUMBER, type KernelToPage, type PageToKernel } from '../page-messages.ts';
import { measureMemory } from './measure-memory.ts';

// Entry of `/headless`. Starts the kernel, passes a channel to it to each page that may be its parent, and opens frames for previews.
const declared = document.querySelector<HTMLMetaElement>('meta[name="devonz-parent-origins"]')?.content ?? '';
const allowed = parentOrigins(declared, location);
// This build's version (`?v=…`), with which the browser caches the scripts permanently.
const version = new URL(import.meta.url).search;
const kernel = new Worker(new URL(`./kernel-worker.js${version}`, import.meta.url), { type: 'module', name: 'kernel' });
// Started next to the kernel, which controls it from then on (kernel-worker.ts).
const firstAddress = new URL(`./process-worker.js${version}#${FIRST_WORKER_NUMBER}`, import.meta.url);
const firstProcess = new Worker(firstAddress, { type: 'module', name: 'process' });
const tellKernel = (message: PageToKernel, transfer: Transferable[] = []) => kernel.postMessage(message, transfer);

const bridges = createPreviewBridges(
  {
    connectKernel() {
      const { port1, port2 } = new MessageChannel();
      tellKernel({ type: 'preview-bridge', channel: port1 }, [port1]);
      return port2;
    },
    onMessage: (message) => tellKernel({ type: 'preview-message', message }),
  },
  new KeptTexts(
    () => localStorage,
    () => Date.now(),
  ),
  new OpenedOrigins(() => localStorage),
);

// Deletes the cookies of a former project's previews, also before this one's are opened.
const deleteCookies = refuseCookies(globalThis.cookieStore, location.hostname, (work, milliseconds) => setInterval(work, milliseconds));

kernel.onmessage = ({ data: message }: MessageEvent<KernelToPage>) => {
  switch (message.type) {
    case 'port-open':
      void deleteCookies();
      bridges.open(message.port, message.origin, message.isKept);
      break;
    case 'port-closed':
      bridges.close(message.port);
      break;
    case 'preview-script':
      bridges.setPreviewScript(message.source, message.options);
      break;
    case 'measure-memory':
      // If the browser does not support it or rejects (a page that is not isolated), measuring is not requested again.
      measureMemory(performance).then(
        (sample) => sample && tellKernel({ type: 'memory', sample }),
        () => {},
      );
      break;
    case 'teardown':
      bridges.removeAll();
      break;
    case 'first-worker-message':
      firstProcess.postMessage(message.message, message.transfer);
      break;
    case 'first-worker-end':
      firstProcess.terminate();
      break;
  }
};
firstProcess.onerror = (event) => {
  event.preventDefault();
  tellKernel({ type: 'first-worker-error', message: event.message ?? 'its worker could not be started' });
};
kernel.onerror = (event) => {
  // Sent to any page that frames this one: the message contains nothing secret.
  for (const origin of allowed)
    window.parent.postMessage({ type: 'warning', level: 'error', message: `The engine failed: ${event.message}` }, origin);
};

// The browser delivers each message only to a parent of exactly that origin; the other channels stay unused.
const channels = allowed.map((origin) => ({ origin, channel: new MessageChannel() }));
const clients = channels.map(({ channel }) => channel.port1);
tellKernel({ type: 'start', origin: location.origin, clients }, clients);
for (const { origin, channel } of channels) window.parent.postMessage({ type: 'init' }, origin, [channel.port2]);

const reason = refusal(allowed, { isFramed: window.parent !== window, ancestors: location.ancestorOrigins });
if (reason !== null) {
  document.body.textContent = reason;
  // Sent to any page that frames this one: the message contains nothing secret.
  window.parent.postMessage({ type: 'warning', level: 'error', message: reason }, '*');
}
