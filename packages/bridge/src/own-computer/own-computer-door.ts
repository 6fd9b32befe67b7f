import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  OWN_COMPUTER_PATH,
  type OwnComputer,
  openingAnswerSchema,
  openingRequestSchema,
} from 'devonz-engine-protocol/machine/own-computer';
import type { z } from 'zod';
import { readBody, sendJson, sendText } from '../server/answers.ts';
import type { StartMachineChild } from './machine-child.ts';
import { isForOwnComputer, pathOf, refusalOf, requestedOrigin } from './may-ask.ts';
import { Openings } from './openings.ts';

/** The handler that the app's server tries first. */
export interface OwnComputerDoor {
  /** Returns whether this door handles the request; if so, it also answers it. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
  /** Ends every machine. */
  close(): Promise<void>;
}

export interface OwnComputerDoorOptions {
  /** A client that has this key may run programs here: at least 128 random bits. */
  key: string;
  /** The app's host name, without a port. */
  appHost: string;
  describe(): Promise<OwnComputer>;
  startChild: StartMachineChild;
}

const SHORTEST_KEY = 22;
const MOST_BODY_BYTES = 96 * 1024;
/** The unread rest of a body must not be parsed as the next request. */
const CLOSE = { connection: 'close' };

export function createOwnComputerDoor({ key, appHost, describe, startChild }: OwnComputerDoorOptions): OwnComputerDoor {
  if (key.length < SHORTEST_KEY) throw new Error('The key is too short.');
  const openings = new Openings(startChild);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalOf(request, key);
    if (refusal !== null) return sendText(response, refusal.status, refusal.sentence, CLOSE);
    const path = pathOf(request);
    if (path === OWN_COMPUTER_PATH) {
      if (request.method !== 'GET') return sendText(response, 405, 'Only GET.', { ...CLOSE, allow: 'GET' });
      return sendJson(response, 200, await describe());
    }
    const isOpen = path === `${OWN_COMPUTER_PATH}/open`;
    if (!isOpen && path !== `${OWN_COMPUTER_PATH}/answer`) return sendText(response, 404, 'Not found.', CLOSE);
    if (request.method !== 'POST') return sendText(response, 405, 'Only POST.', { ...CLOSE, allow: 'POST' });
    if (isOpen) return open(request, response);
    const given = await readJson(request, response, openingAnswerSchema);
    if (given === null) return;
    if (!openings.answer(given.question, given.answer)) return sendText(response, 404, 'This question is not asked any more.');
    response.writeHead(204, { 'cache-control': 'no-store' }).end();
  };
  const open = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const wanted = await readJson(request, response, openingRequestSchema);
    if (wanted === null) return;
    if (openings.isFull) return sendText(response, 503, 'Too many machines are open. Close the pages of some, and try again in a minute.');
    response.writeHead(200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.flushHeaders();
    openings.open(wanted, requestedOrigin(request), response);
  };
  return {
    answers(request, response) {
      if (!isForOwnComputer(request, appHost)) return false;
      answer(request, response).catch(() => response.destroy());
      return true;
    },
    close: () => openings.close(),
  };
}

/** Returns null if it has already refused the body. */
async function readJson<Schema extends z.ZodType>(
  request: IncomingMessage,
  response: ServerResponse,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const refuse = (status: number, sentence: string): null => {
    sendText(response, status, sentence, CLOSE);
    return null;
  };
  if (!/^application\/json(?:\s*;|$)/i.test(request.headers['content-type'] ?? '')) return refuse(415, 'Send JSON.');
  if (Number(request.headers['content-length'] ?? 0) > MOST_BODY_BYTES) return refuse(413, 'That is too long.');
  const body = await readBody(request, MOST_BODY_BYTES);
  if (body === null) return refuse(413, 'That is too long.');
  const parsed = schema.safeParse(parseJson(body));
  return parsed.success ? parsed.data : refuse(400, 'That is not what this address takes.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
