import type { PortlessPreviewMessage } from '../request-messages.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import type { ResolveStack } from './stack-resolver.ts';

export type SendWithPlaces = (message: PortlessPreviewMessage) => void;

/** Sends messages in order, each with its places in the sources; if the page is left before they are known, sends them unchanged. */
export function sendWithPlaces(page: Window, post: PostToWorker, resolve: ResolveStack): SendWithPlaces {
  const waiting = new Set<PortlessPreviewMessage>();
  let last = Promise.resolve();
  const deliver = (waited: PortlessPreviewMessage, message: PortlessPreviewMessage) => {
    if (waiting.delete(waited)) post({ type: 'preview-message', message }, []);
  };
  page.addEventListener('pagehide', () => {
    for (const message of waiting) deliver(message, message);
  });
  return (message) => {
    // Messages that are not errors have no stack.
    const stack = 'stack' in message ? message.stack : undefined;
    waiting.add(message);
    const found = stack === undefined || stack === '' ? undefined : resolve(stack);
    last = last.then(async () => deliver(message, { ...message, ...(found && { stack: await found }) }));
  };
}
