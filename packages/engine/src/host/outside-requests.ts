import { transfer } from 'comlink';
import { type FromEmbedder, OUTSIDE_REQUEST_EVENT, type OutsideRequest, type ToEmbedder } from 'devonz-engine-protocol/outside-request';
import { withoutStack } from '../abi/error-codes.ts';
import type { OutsideLink, OutsideReceiver } from '../kernel/io/outside-exchange.ts';
import type { ClientEvents } from './client-events.ts';

/** Passes a request to the client that listens for them. Returns `null` if there is none. */
export function requestOfClient(events: ClientEvents, request: OutsideRequest, receiver: OutsideReceiver): OutsideLink | null {
  const { port1: own, port2: theirs } = new MessageChannel();
  if (!events.ask(OUTSIDE_REQUEST_EVENT, request, transfer(theirs, [theirs]))) return null;
  own.onmessage = ({ data: message }: MessageEvent<FromEmbedder>) => {
    switch (message.type) {
      case 'head':
        receiver.receive(new TextEncoder().encode(JSON.stringify(message.head)));
        break;
      case 'data':
        receiver.receive(message.data);
        break;
      case 'end':
        receiver.end();
        break;
      case 'failed':
        receiver.fail(withoutStack(message.code, message.message));
        break;
    }
  };
  const send = (message: ToEmbedder) => own.postMessage(message);
  return {
    pull: () => send({ type: 'pull' }),
    close() {
      send({ type: 'close' });
      own.close();
    },
  };
}
