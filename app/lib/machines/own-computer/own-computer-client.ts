import {
  type OpeningEvent,
  type OpeningRequest,
  OWN_COMPUTER_HEADER,
  OWN_COMPUTER_PATH,
  openingEventSchema,
  ownComputerSchema,
} from 'devonz-engine-protocol/machine/own-computer';
import { t } from '../../i18n/t.ts';
import type { OwnComputerState } from '../../stores/machines/own-computer.ts';
import { LinesTooLongError, readLines } from './read-lines.ts';

/** Milliseconds. */
const PATIENCE = 10_000;

/** Asks the server of this page about the computer on which it runs. */
export interface OwnComputerClient {
  /** Never rejects. */
  look(key: string): Promise<OwnComputerState>;
  /** Yields what the server reports. Leaving the loop gives up. Rejects with words for the user. */
  open(key: string, wanted: OpeningRequest, signal: AbortSignal): AsyncGenerator<OpeningEvent, void>;
  /** `null` gives up. Rejects with words for the user. */
  answer(key: string, question: string, answer: string | null): Promise<void>;
}

export function createOwnComputerClient(request: typeof fetch): OwnComputerClient {
  const ask = (path: string, key: string, init: RequestInit = {}) =>
    request(OWN_COMPUTER_PATH + path, {
      ...init,
      headers: { ...(init.body === undefined ? {} : { 'content-type': 'application/json' }), [OWN_COMPUTER_HEADER]: key },
      cache: 'no-store',
      redirect: 'error',
    });
  return {
    async look(key) {
      try {
        const answer = await ask('', key, { signal: AbortSignal.timeout(PATIENCE) });
        if (answer.status === 404) return { state: 'not-carried' };
        if (answer.status === 401) return { state: 'key-missing' };
        if (!answer.ok) return { state: 'failed', why: await refusalText(answer) };
        const read = ownComputerSchema.safeParse(await answer.json().catch(() => null));
        return read.success ? { state: 'ready', computer: read.data } : { state: 'failed', why: notUnderstoodText() };
      } catch {
        return { state: 'failed', why: awayText() };
      }
    },
    async *open(key, wanted, signal) {
      const answer = await ask('/open', key, { method: 'POST', body: JSON.stringify(wanted), signal }).catch(() => {
        throw new Error(awayText());
      });
      if (answer.status === 404) throw new Error(t('The server of this page does not open folders of its computer.'));
      if (!answer.ok || answer.body === null) throw new Error(await refusalText(answer));
      const lines = readLines(answer.body);
      try {
        for await (const line of lines) yield eventOf(line);
      } catch (error) {
        throw error instanceof LinesTooLongError ? new Error(notUnderstoodText()) : error;
      }
    },
    async answer(key, question, text) {
      const init = { method: 'POST', body: JSON.stringify({ question, answer: text }), signal: AbortSignal.timeout(PATIENCE) };
      const answer = await ask('/answer', key, init).catch(() => {
        throw new Error(awayText());
      });
      if (!answer.ok) throw new Error(await refusalText(answer));
    },
  };
}

/** Says what to do if the server does not answer. */
function awayText(): string {
  return t('The server of this page does not answer. Start it again with npm start, and open the address that it prints.');
}

export function notUnderstoodText(): string {
  return t('The server of this page and the page do not understand each other. Start the server again, and reload this page.');
}

async function refusalText(answer: Response): Promise<string> {
  if (answer.status === 401) return t('The key of this page is no longer valid. Open the address that npm start printed last.');
  const why = (await answer.text().catch(() => '')).trim().slice(0, 300);
  return why === '' ? t('The server refused, with status {status}.', { status: answer.status }) : t('The server refused: {why}', { why });
}

function eventOf(line: string): OpeningEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(notUnderstoodText());
  }
  const event = openingEventSchema.safeParse(value);
  if (!event.success) throw new Error(notUnderstoodText());
  return event.data;
}
