import type { CDPSession, Page } from '@playwright/test';

/**
 * A page driven by the browser's own protocol: Playwright treats a page as crashed once the process of one of its frames has ended,
 * although the page continues.
 */
export interface RawPage {
  /** Returns the value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Crashes the browser process of the frame whose URL contains `part`. */
  crashFrame(part: string): Promise<void>;
}

export async function openRawPage(page: Page): Promise<RawPage> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser of its own.');
  const session = await browser.newBrowserCDPSession();
  const own = await targetOf(session, 'page', page.url());
  const send = await attach(session, own);
  return {
    async evaluate(expression) {
      const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails));
      return answer.result?.value;
    },
    async type(text) {
      await send('Input.insertText', { text });
    },
    async crashFrame(part) {
      const sendToFrame = await attach(session, await targetOf(session, 'iframe', part));
      // A crashed process sends no response.
      void sendToFrame('Page.crash', {});
    },
  };
}

/** The parts of a `Runtime.evaluate` response that are used here. */
interface ProtocolAnswer {
  result?: { value?: unknown };
  exceptionDetails?: unknown;
}

async function targetOf(session: CDPSession, type: string, address: string): Promise<string> {
  const { targetInfos } = await session.send('Target.getTargets');
  const found = targetInfos.find((target) => target.type === type && target.url.includes(address));
  if (found === undefined) throw new Error(`There is no ${type} at ${address}.`);
  return found.targetId;
}

async function attach(session: CDPSession, targetId: string) {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map<number, (answer: ProtocolAnswer) => void>();
  let nextId = 1;
  session.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from !== sessionId) return;
    const { id, result }: { id: number; result: ProtocolAnswer } = JSON.parse(message);
    waiting.get(id)?.(result);
  });
  return async (method: string, params: object): Promise<ProtocolAnswer> => {
    const id = nextId++;
    const answer = new Promise<ProtocolAnswer>((resolve) => waiting.set(id, resolve));
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    return answer;
  };
}
