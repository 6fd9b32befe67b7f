import type { Hasher } from '../agent/contract/ports.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { makeSession } from './make-session.ts';
import { sessionPage } from './page/session-page.ts';
import { readSession } from './read-session.ts';
import type { FromSessionWorker, ToSessionWorker } from './session-file-messages.ts';
import { writeSession } from './write-session.ts';

/** Handles a message in the worker for session files; never rejects. */
export async function answerSessionWorker(message: ToSessionWorker, hasher: Hasher): Promise<FromSessionWorker> {
  try {
    if (message.type === 'read') {
      return { type: 'read', reading: await readSession(new Uint8Array(await message.file.arrayBuffer()), hasher) };
    }
    const session = await makeSession(message.parts, hasher);
    const { withoutSecretsOf } = session.header;
    const file =
      message.type === 'write'
        ? new Blob([new Uint8Array(writeSession(session))], { type: 'application/zip' })
        : new Blob([await sessionPage(session, hasher)], { type: 'text/html' });
    return { type: 'written', file, withoutSecretsOf };
  } catch (error) {
    return { type: 'failed', why: errorMessage(error) };
  }
}
