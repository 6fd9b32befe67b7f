import type { ConnectionRequest } from '../../../lib/protocol/models/connections.ts';
import { connectionsOf } from '../../models/model-access.server.ts';
import type { ServerEnvironment } from '../../server-environment.server.ts';
import { changeConnections, listConnections } from '../answer-connections.server.ts';

export const SECRET = 'a secret of the tests, with more than 32 characters';

/** A browser with cookies that sends requests to the routes for connections. */
export class ConnectionClient {
  readonly cookies = new Map<string, string>();
  /** Every `Set-Cookie` header that was received. */
  readonly setCookies: string[] = [];
  environment: Record<string, unknown>;

  constructor(environment: Record<string, unknown> = { SESSION_SECRET: SECRET }) {
    this.environment = environment;
  }

  get parts() {
    return this.#parts(new Request('http://ide.localhost/api/chat', { headers: this.#headers() }));
  }

  async list(): Promise<Response> {
    return this.#keep(listConnections(await connectionsOf(this.parts)));
  }

  async post(body: ConnectionRequest): Promise<Response> {
    const headers = { ...this.#headers(), 'content-type': 'application/json' };
    const request = new Request('http://ide.localhost/api/connections', { method: 'POST', headers, body: JSON.stringify(body) });
    return this.#keep(await changeConnections(request, await connectionsOf(this.#parts(request))));
  }

  #headers(): Record<string, string> {
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  #parts(request: Request) {
    // The routes do not read the other platform fields.
    return { request, context: { cloudflare: { env: this.environment as unknown as ServerEnvironment } } };
  }

  #keep(response: Response): Response {
    for (const header of response.headers.getSetCookie()) {
      this.setCookies.push(header);
      const [pair = ''] = header.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/Max-Age=0/.test(header)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
    return response;
  }
}
