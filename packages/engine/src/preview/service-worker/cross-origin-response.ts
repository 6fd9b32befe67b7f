import type { PreviewRequest, WorkerToBridge } from '../request-messages.ts';
import type { BridgeFinder } from './bridge-finder.ts';
import { describeRequest, forwardRequest } from './forward-request.ts';
import { exposedHeaders, mayRead, needsPreflight, preflightAllows, preflightOf } from './resource-sharing.ts';
import type { WindowClientLike } from './service-worker-scope.ts';

export interface OtherProgram {
  port: number;
  /** Path and query. */
  target: string;
  ownPort: number;
  ownOrigin: string;
}

/**
 * Answers a page's request to another program of its engine (`localhost:4000`, from a page of port 3000) as a browser
 * would: a worker's response bypasses the browser's CORS checks, so they are performed here. If no program listens, the
 * request goes to its original target: localhost of the user's machine.
 */
export async function crossOriginResponse(request: Request, other: OtherProgram, finder: BridgeFinder): Promise<Response> {
  const bridge = await finder.wait();
  if (!bridge) return fetch(request);
  const description = describeRequest(request, other.port, other.target);
  const isChecked = request.mode === 'cors';
  const sharing = { origins: [`http://localhost:${other.ownPort}`, other.ownOrigin], isCredentialed: request.credentials === 'include' };
  if (isChecked && needsPreflight(description)) {
    const asked = await forwardRequest(bridge, preflightOf(description), request);
    if (asked.kind === 'failed') return asked.reason === 'refused' ? fetch(request) : Response.error();
    const fault = preflightAllows(asked.response, description, sharing);
    if (fault !== null) return blocked(bridge, description, fault);
  }
  const result = await forwardRequest(bridge, description, request);
  if (result.kind === 'failed') return result.reason === 'refused' ? fetch(request) : Response.error();
  if (!isChecked) return result.response;
  const fault = mayRead(result.response, sharing);
  return fault === null ? exposedHeaders(result.response, sharing) : blocked(bridge, description, fault);
}

/** Returns a network error to the page and explains it on the console, like a browser. */
function blocked(bridge: WindowClientLike, request: PreviewRequest, fault: string): Response {
  const address = `http://localhost:${request.port}${request.target}`;
  const text = `Access to fetch at '${address}' has been blocked by CORS policy: ${fault}`;
  const page = URL.canParse(request.referrer) ? new URL(request.referrer) : { pathname: '/', search: '' };
  const place = { pathname: page.pathname, search: page.search, hash: '' };
  const message: WorkerToBridge = {
    type: 'preview-message',
    message: { type: 'PREVIEW_CONSOLE_ERROR', args: [text], stack: '', ...place },
  };
  bridge.postMessage(message, []);
  return Response.error();
}
