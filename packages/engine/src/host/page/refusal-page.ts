import { expose } from 'comlink';

// Script of the page that a stranger gets in the engine's place: its `boot()` rejects with what is there, where it would wait for ever.
const message = document.getElementById('refusal')?.textContent ?? 'The engine does not answer this page.';
const { port1, port2 } = new MessageChannel();
expose(
  {
    build() {
      throw new Error(message);
    },
  },
  port1,
);
// To whoever frames it: the sentence is for them.
parent.postMessage({ type: 'init' }, '*', [port2]);
