import { previewOrigin } from 'devonz-engine-protocol/hosts';
import type { BridgeToKernel, KernelToBridge, KernelToReader } from '../../../../packages/engine/src/abi/bridge-protocol.ts';
import type { PreviewMessage } from '../../../../packages/engine/src/abi/preview-message.ts';
import { createPreviewBridges } from '../../../../packages/engine/src/preview/page/create-preview-bridges.ts';
import { OpenedOrigins } from '../../../../packages/engine/src/preview/page/forget/opened-origins.ts';
import { KeptTexts } from '../../../../packages/engine/src/preview/page/kept-texts.ts';
import { serveConnection } from './fake-program.ts';

// Replaces the engine's page: the previews' own code, with a kernel that has one program.
const messages: PreviewMessage[] = [];
const listening = new Set<number>();
const bridges = createPreviewBridges(
  {
    connectKernel() {
      const { port1, port2 } = new MessageChannel();
      serveBridge(port1);
      return port2;
    },
    onMessage: (message) => messages.push(message),
  },
  new KeptTexts(
    () => localStorage,
    () => Date.now(),
  ),
  new OpenedOrigins(() => localStorage),
);

function serveBridge(channel: MessagePort): void {
  const connections = new Map<number, ReturnType<typeof serveConnection>>();
  const readers = new Map<number, MessagePort>();
  const ended = new Set<number>();
  const send = (message: KernelToBridge) => channel.postMessage(message);
  const tellReader = (connection: number, message: KernelToReader) => readers.get(connection)?.postMessage(message);
  channel.onmessage = ({ data: message }: MessageEvent<BridgeToKernel>) => {
    const { connection } = message;
    switch (message.type) {
      case 'connect':
        if (!listening.has(message.port)) {
          send({ type: 'refused', connection });
          break;
        }
        connections.set(
          connection,
          serveConnection({
            send: (data) =>
              readers.has(connection) ? tellReader(connection, { type: 'data', data }) : send({ type: 'data', connection, data }),
            end: () => {
              ended.add(connection);
              send({ type: 'end', connection });
              tellReader(connection, { type: 'end' });
            },
          }),
        );
        send({ type: 'connected', connection });
        break;
      case 'data':
        connections.get(connection)?.receive(message.data);
        send({ type: 'taken', connection, bytes: message.data.length });
        break;
      case 'close':
        connections.get(connection)?.closed();
        connections.delete(connection);
        break;
      case 'divert':
        readers.set(connection, message.channel);
        if (ended.has(connection)) tellReader(connection, { type: 'end' });
        send({ type: 'diverted', connection });
        break;
      case 'end':
      case 'taken':
        break;
    }
  };
}

Object.assign(globalThis, {
  fakeKernel: {
    messages,
    listen: (port: number) => {
      listening.add(port);
      bridges.open(port, previewOrigin(location.origin, port, null), false);
    },
    stop: (port: number) => {
      listening.delete(port);
      bridges.close(port);
    },
    setPreviewScript: (source: string) => bridges.setPreviewScript(source, {}),
  },
});
