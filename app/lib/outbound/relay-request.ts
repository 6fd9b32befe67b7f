import type { FromEmbedder, OutsideFailureCode, OutsideRequest, ToEmbedder } from 'devonz-engine-protocol/outside-request';
import { errorMessage } from '../protocol/error-message.ts';
import { outboundRequestSchema } from '../protocol/outbound/outbound-envelope.ts';
import { reasonText } from '../protocol/texts/reason.ts';
import type { HostAnswer } from './host-questions.ts';
import { OutboundFailure, type OutboundOpened, type SendOutbound } from './open-outbound.ts';
import { readOutboundAddress } from './outbound-address.ts';

export interface RelayDependencies {
  /** Asks the user about a host. */
  ask(host: string, signal: AbortSignal): Promise<HostAnswer | 'muted'>;
  send: SendOutbound;
  /** The server's own host names. */
  ownHosts: readonly string[];
}

/** Texts for the program that complete a sentence about the host. */
const REFUSALS: Readonly<Record<Exclude<HostAnswer | 'muted', 'allowed'>, string>> = {
  denied: 'you have denied this host to this project; forget it in Settings → Runtime to be asked again',
  'too-many': 'several hosts wait for your answer, and no more are asked about meanwhile; answer those and try again',
  muted: 'new hosts are not asked about in this project; switch it on again in Settings → Runtime',
  withdrawn: 'nobody waits for it any more',
};

/** Serves one request of a program: asks the user, sends it through the server, and passes on the response at the reader's pace. */
export function relayRequest(given: OutsideRequest, port: MessagePort, dependencies: RelayDependencies): void {
  const abort = new AbortController();
  const opening = open(given, dependencies, abort.signal);
  // The error is reported on the first pull; a program may cancel before that.
  opening.catch(() => {});
  const tell = (message: FromEmbedder, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const fail = (error: unknown, code: OutsideFailureCode) =>
    tell({ type: 'failed', code: error instanceof OutboundFailure ? error.code : code, message: errorMessage(error) });
  let opened: OutboundOpened | null = null;
  const answerPull = async () => {
    if (opened === null) {
      try {
        opened = await opening;
        tell({ type: 'head', head: opened.head });
      } catch (error) {
        fail(error, 'ECONNREFUSED');
      }
      return;
    }
    try {
      const chunk = await opened.read();
      if (chunk === null) tell({ type: 'end' });
      else tell({ type: 'data', data: chunk }, [chunk.buffer]);
    } catch {
      fail(new Error('its answer was broken off, or is too large'), 'ECONNRESET');
    }
  };
  port.onmessage = ({ data: message }: MessageEvent<ToEmbedder>) => {
    if (message.type === 'pull') {
      void answerPull();
      return;
    }
    abort.abort();
    port.close();
  };
}

async function open(given: OutsideRequest, { ask, send, ownHosts }: RelayDependencies, signal: AbortSignal): Promise<OutboundOpened> {
  const head = outboundRequestSchema.safeParse(given);
  if (!head.success || !(given.body instanceof Uint8Array)) throw new OutboundFailure('EINVAL', 'the request cannot be passed on');
  const address = readOutboundAddress(head.data.url, ownHosts);
  if (!address.ok) throw new OutboundFailure('EACCES', reasonText(address.reason));
  const answer = await ask(address.host, signal);
  if (answer !== 'allowed') throw new OutboundFailure('EACCES', REFUSALS[answer]);
  // Sends exactly the address that the user was asked about.
  return send({ ...head.data, url: address.url.href }, given.body, signal);
}
