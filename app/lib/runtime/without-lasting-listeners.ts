type MessageListener = EventListenerOrEventListenerObject;

/**
 * The genuine client leaves a `message` listener on the page's window for good, though it needs it for the one message with which a
 * host answers its boot. Previews can post to that window as they like, and what nobody listens to costs next to nothing: the browser
 * does not even unpack it (docs/decisions/0021). So whatever `work` adds is removed when it is done.
 */
export async function withoutLastingListeners<Result>(page: EventTarget, work: () => Promise<Result>): Promise<Result> {
  const added: MessageListener[] = [];
  const own = Object.getOwnPropertyDescriptor(page, 'addEventListener');
  const add = page.addEventListener;
  page.addEventListener = (type: string, listener: MessageListener | null, options?: boolean | AddEventListenerOptions) => {
    if (type === 'message' && listener !== null) added.push(listener);
    add.call(page, type, listener, options);
  };
  try {
    return await work();
  } finally {
    if (own) Object.defineProperty(page, 'addEventListener', own);
    else Reflect.deleteProperty(page, 'addEventListener');
    for (const listener of added) page.removeEventListener('message', listener);
  }
}
