import type { FromNetwork, NetworkRequest, ToNetwork } from './network-messages.ts';

const BODYLESS = new Set([204, 205, 304]);

/** `fetch` by a worker that may reach other hosts, which is made with the first request. Rejects with a TypeError in words, as `fetch` does. */
export function createDirectFetch(createWorker: () => Pick<Worker, 'postMessage'>): typeof fetch {
  let worker: Pick<Worker, 'postMessage'> | null = null;
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const body = request.body === null ? null : await request.arrayBuffer();
    const { url, method, headers, signal } = request;
    const asked: NetworkRequest = { url, method, headers: [...headers], body };
    const { port1, port2 } = new MessageChannel();
    worker ??= createWorker();
    worker.postMessage(asked, [port2]);
    return answerOf(port1, new URL(url).host, signal);
  };
}

function answerOf(port: MessagePort, host: string, signal: AbortSignal): Promise<Response> {
  const tell = (message: ToNetwork) => port.postMessage(message);
  const leave = () => {
    signal.removeEventListener('abort', stop);
    tell({ type: 'abort' });
    port.close();
  };
  let fail: (error: unknown) => void = () => undefined;
  const stop = () => fail(signal.reason);
  signal.addEventListener('abort', stop);
  return new Promise<Response>((resolve, reject) => {
    fail = (error) => {
      leave();
      reject(error);
    };
    const bodyStream = () =>
      new ReadableStream<Uint8Array>(
        {
          start(controller) {
            fail = (error) => {
              leave();
              controller.error(error);
            };
            port.onmessage = ({ data }: MessageEvent<FromNetwork>) => {
              if (data.type === 'data') controller.enqueue(data.data);
              else if (data.type === 'failed') fail(new TypeError(`${host}: ${data.message}`));
              else {
                leave();
                controller.close();
              }
            };
          },
          pull: () => tell({ type: 'pull' }),
          cancel: leave,
        },
        { highWaterMark: 0 },
      );
    port.onmessage = ({ data }: MessageEvent<FromNetwork>) => {
      if (data.type === 'failed') fail(new TypeError(`${host}: ${data.message}`));
      if (data.type !== 'head') return;
      const { status, statusText, headers } = data;
      const isBodyless = BODYLESS.has(status);
      resolve(new Response(isBodyless ? null : bodyStream(), { status, statusText, headers }));
      if (isBodyless) leave();
    };
  });
}
