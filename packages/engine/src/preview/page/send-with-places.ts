import type { PortlessPreviewMessage } from '../request-messages.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import type { ResolveStack } from './stack-resolver.ts';

export type SendWithPlaces = (message: PortlessPreviewMessage) => void;

/** Each with the places of its sources, in the order in which they came; as they are when the page goes before that. */
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
    // What is no error has none.
    const stack = 'stack' in message ? message.stack : undefined;
    waiting.add(message);
    const found = stack === undefined || stack === '' ? undefined : resolve(stack);
    last = last.then(async () => deliver(message, { ...message, ...(found && { stack: await found }) }));
  };
}
