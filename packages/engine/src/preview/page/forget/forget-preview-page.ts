import { emptyOrigin } from 'devonz-engine-protocol/forget/empty-origin';
import { FORGET_PORT, type ForgetAnswer } from 'devonz-engine-protocol/forget/forget-messages';
import { originStorage } from 'devonz-engine-protocol/forget/origin-storage';
import { withinSeconds } from 'devonz-engine-protocol/forget/within-seconds';
import { parsePreviewHost } from 'devonz-engine-protocol/hosts';

// Script of a page of a preview's origin: deletes all data that programs have stored there, only on request of the engine's page.
const sandboxHost = parsePreviewHost(location.host)?.sandboxHost;

addEventListener('message', async (event: MessageEvent<unknown>) => {
  const [port] = event.ports;
  const isEngine = event.source === parent && event.origin === `${location.protocol}//${sandboxHost}`;
  if (!isEngine || event.data !== FORGET_PORT || !port) return;
  const left = await emptyOrigin(originStorage(window), withinSeconds(15));
  port.postMessage({ left: left.length } satisfies ForgetAnswer);
});
