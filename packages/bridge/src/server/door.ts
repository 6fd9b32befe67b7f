import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { MachineFacts } from '../machine/machine.ts';
import { type HeaderList, readBody, sendJson, sendText } from './answers.ts';
import { type BridgeNames, controlOrigin, suffixFor } from './bridge-names.ts';
import { factsOf } from './facts-of.ts';
import { OLLAMA_PATH } from './ollama/ollama-service.ts';
import { isSameSecret } from './same-secret.ts';

export interface DoorOptions {
  names: BridgeNames;
  version: string;
  facts: MachineFacts;
  /** Opens the door once. */
  token: string;
  /** Handles requests to the machine's Ollama, below its path. */
  ollama(request: IncomingMessage, response: ServerResponse, cors: HeaderList): Promise<void>;
}

const MOST_BODY_BYTES = 1024;
const requestSchema = z.strictObject({ token: z.string() });

/** Answers `/connect`, `/.well-known/devonz-bridge` and what is below `/ollama` at `127.0.0.1`, to pages of the app only. */
export function createDoor({
  names,
  version,
  facts,
  token,
  ollama,
}: DoorOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  let isUsed = false;
  const connect = async (request: IncomingMessage, response: ServerResponse, app: string): Promise<void> => {
    const cors = corsHeaders(app);
    const body = await readBody(request, MOST_BODY_BYTES);
    const given = requestSchema.safeParse(parseJson(body));
    if (!given.success) return sendText(response, 400, 'Send {"token": "…"} as JSON.', cors);
    if (!isSameSecret(given.data.token, token)) return sendText(response, 403, 'This is not the token of this bridge.', cors);
    if (isUsed) return sendText(response, 403, 'The token of this bridge was used. Start the bridge again for a new one.', cors);
    isUsed = true;
    sendJson(response, 200, { facts: factsOf(facts), origin: controlOrigin(names, suffixFor(app)) }, cors);
  };
  return async (request, response) => {
    const { origin } = request.headers;
    const path = request.url;
    const isForOllama = path?.startsWith(`${OLLAMA_PATH}/`) === true;
    if (!isForOllama && path !== '/connect' && path !== '/.well-known/devonz-bridge') return sendText(response, 404, 'Not found.');
    if (origin !== undefined && !names.apps.includes(origin)) return sendText(response, 403, 'This bridge does not answer that page.');
    if (request.method === 'OPTIONS' && origin !== undefined) {
      response.writeHead(204, corsHeaders(origin)).end();
      return;
    }
    if (isForOllama) {
      if (origin === undefined) return sendText(response, 403, 'Only a page of the app can ask.');
      return ollama(request, response, corsHeaders(origin));
    }
    if (path === '/.well-known/devonz-bridge') {
      if (request.method !== 'GET') return sendText(response, 405, 'Only GET.');
      return sendJson(response, 200, { bridge: 'devonz-bridge', version }, origin === undefined ? {} : corsHeaders(origin));
    }
    if (request.method !== 'POST') return sendText(response, 405, 'Only POST.');
    if (origin === undefined) return sendText(response, 403, 'Only a page of the app can connect.');
    return connect(request, response, origin);
  };
}

function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type, authorization',
    // Browsers require this header when a public page requests an address of the user's own computer.
    'access-control-allow-private-network': 'true',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'origin',
  };
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
