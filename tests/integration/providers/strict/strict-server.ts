import type { ServerResponse } from 'node:http';
import type { StepTransport } from '../../../../app/lib/agent/contract/ports.ts';
import { withImageContents } from '../../../../app/lib/agent/history/images/with-image-contents.ts';
import { ProviderServer, type ReceivedRequest } from '../../../../app/server/testing/provider-server.ts';
import { testAccess } from '../../../../app/server/testing/test-access.ts';
import type { ScriptedAnswer } from '../wires/wire.ts';
import { openStep } from './open-step.ts';
import type { Refusal, StrictWire } from './strict-wire.ts';

/** One pixel, as PNG. */
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

/** A request and its response. */
export interface Exchange {
  modelId: string;
  body: Record<string, unknown>;
  refusal: Refusal | null;
}

/** Rejects in addition to a provider's rules. Returns null to let its rules decide. */
export type ExtraRefusal = (wire: StrictWire, body: Record<string, unknown>) => { status: number; body: unknown } | null;

/** All the strict providers behind one URL, and the app's whole path to them: its server, the SDKs, HTTP. */
export class StrictProviders {
  readonly #server: ProviderServer;

  private constructor(
    server: ProviderServer,
    readonly exchanges: readonly Exchange[],
  ) {
    this.#server = server;
  }

  static async start(
    wires: readonly StrictWire[],
    next: (wire: StrictWire) => ScriptedAnswer,
    extra: ExtraRefusal = () => null,
  ): Promise<StrictProviders> {
    const exchanges: Exchange[] = [];
    const server = await ProviderServer.start((request, response) => {
      const wire = wires.find(({ path }) => request.url.startsWith(path));
      if (wire === undefined) throw new Error(`Nobody answers at ${request.url}.`);
      const body = JSON.parse(request.body);
      const refusal = wire.refusalOf(body);
      const said = extra(wire, body);
      exchanges.push({ modelId: wire.modelId, body, refusal });
      if (said !== null) return refuse(response, said.status, said.body);
      if (refusal !== null) return refuse(response, refusal.status, { error: { message: refusal.message, type: 'invalid_request_error' } });
      response.writeHead(200, { 'content-type': wire.wire.contentType });
      for (const bytes of wire.answer(next(wire), body)) response.write(bytes);
      response.end();
    });
    return new StrictProviders(server, exchanges);
  }

  get received(): readonly ReceivedRequest[] {
    return this.#server.received;
  }

  refusals(): Exchange[] {
    return this.exchanges.filter(({ refusal }) => refusal !== null);
  }

  transport(wires: readonly StrictWire[]): StepTransport {
    const environment = Object.assign({}, ...wires.map((wire) => wire.environment(this.#server.url)));
    return withImageContents({ open: (step, signal) => openStep(step, { access: testAccess(environment), signal }) }, async () => PIXEL);
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

function refuse(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
