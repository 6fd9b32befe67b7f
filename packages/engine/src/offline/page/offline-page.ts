import { parentOrigins } from 'devonz-engine-protocol/client-wire/parent-origins';
import { OFFLINE_ENGINE_PATHS } from 'devonz-engine-protocol/offline/offline-engine-paths';
import { OFFLINE_PORT, type OfflineState, type OfflineWish } from 'devonz-engine-protocol/offline/offline-messages';
import { OfflineRegistration } from 'devonz-engine-protocol/offline/offline-registration';

// Script of `/offline-copy`: acts on the engine's origin, which a client's page of another origin cannot do.
const declared = document.querySelector<HTMLMetaElement>('meta[name="devonz-parent-origins"]')?.content ?? '';
const clients = parentOrigins(declared, location);
const { serviceWorker } = navigator;

function listen(port: MessagePort): void {
  const registration = serviceWorker
    ? new OfflineRegistration({ container: serviceWorker, caches, address: OFFLINE_ENGINE_PATHS.worker, version: null })
    : null;
  port.onmessage = async ({ data: wish }: MessageEvent<OfflineWish>) => {
    port.postMessage(await did(registration, wish).catch((): OfflineState => ({ status: 'failed', reason: 'unknown' })));
  };
}

async function did(registration: OfflineRegistration | null, wish: OfflineWish): Promise<OfflineState> {
  if (registration === null) return { status: 'failed', reason: 'refused' };
  if (wish === 'keep') return registration.keep();
  if (wish === 'remove') await registration.remove();
  return registration.look();
}

addEventListener('message', (event: MessageEvent<unknown>) => {
  const [port] = event.ports;
  if (event.source === parent && clients.includes(event.origin) && event.data === OFFLINE_PORT && port) listen(port);
});
