import { expose } from 'comlink';

// Script of the page that a foreign page gets instead of the engine: makes its `boot()` reject with the message shown here, instead of
// waiting forever.
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
// Any origin may receive this: the message is meant for whatever page frames this one.
parent.postMessage({ type: 'init' }, '*', [port2]);
