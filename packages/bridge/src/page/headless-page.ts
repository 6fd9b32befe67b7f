import { expose } from 'comlink';
import { parentOrigins } from 'devonz-engine-protocol/client-wire/parent-origins';
import { createInstance } from './create-instance.ts';
import { openPageSocket } from './page-socket.ts';
import type { ForwardPreviewErrors } from './preview-message.ts';

// Entry of `/headless`: answers the client's boot. The browser delivers each message only to a parent of exactly that origin.
const declared = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
let isBooted = false;

async function build({ forwardPreviewErrors = false }: { forwardPreviewErrors?: ForwardPreviewErrors }): Promise<object> {
  if (isBooted) throw new Error('Only a single instance can be booted; tear the first one down.');
  isBooted = true;
  try {
    return await createInstance({
      openSocket: openPageSocket(`${location.origin.replace(/^http/, 'ws')}/session`),
      previewOrigin: declared('devonz-preview-origin'),
      forwardPreviewErrors,
      later(work, milliseconds) {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
      onTeardown: () => {
        isBooted = false;
      },
    });
  } catch (error) {
    isBooted = false;
    throw error;
  }
}

for (const origin of parentOrigins(declared('devonz-parent-origins'), location)) {
  const { port1, port2 } = new MessageChannel();
  expose({ build }, port1);
  window.parent.postMessage({ type: 'init' }, origin, [port2]);
}
