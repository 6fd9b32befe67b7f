import type { FromNetwork, NetworkRequest, ToNetwork } from './network-messages.ts';

/**
 * Reaches MCP servers from the browser. The page itself may reach nothing but its own server, by its content security policy; this worker
 * has a policy of its own (`security-headers`) and holds nothing but the requests that it is given.
 */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<NetworkRequest>) => {
  if (port !== undefined) serve(data, port);
});

function serve({ url, method, headers, body }: NetworkRequest, port: MessagePort): void {
  const abort = new AbortController();
  const tell = (message: FromNetwork, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null = null;
  const begin = async () => {
    // A redirect is not followed: what the user has named is what gets the headers.
    const init = {
      method,
      headers,
      body,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    } as const;
    const response = await fetch(url, { ...init, signal: abort.signal });
    if (response.type === 'opaqueredirect') {
      tell({ type: 'failed', message: 'it leads to another address; give the address that it leads to' });
      return;
    }
    reader = response.body?.getReader() ?? null;
    tell({ type: 'head', status: response.status, statusText: response.statusText, headers: [...response.headers] });
  };
  const next = async () => {
    const part = await reader?.read();
    if (part?.value === undefined) tell({ type: 'end' });
    else tell({ type: 'data', data: part.value }, [part.value.buffer]);
  };
  const attempt = (work: () => Promise<void>, message: string) => void work().catch(() => tell({ type: 'failed', message }));
  port.onmessage = ({ data }: MessageEvent<ToNetwork>) => {
    if (data.type === 'pull') attempt(next, 'its answer was broken off');
    else {
      abort.abort();
      port.close();
    }
  };
  attempt(begin, 'nobody answers there, or it does not let web pages reach it (CORS)');
}
