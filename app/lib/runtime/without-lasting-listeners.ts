type MessageListener = EventListenerOrEventListenerObject;

/**
 * The genuine client never removes its `message` listener from the page's window, although it needs it only for the one message
 * that answers its boot. Previews can post to that window without limit, and messages without a listener cost almost nothing: the
 * browser does not even unpack them (docs/decisions/0021). Therefore all listeners that `work` adds are removed when it is done.
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
