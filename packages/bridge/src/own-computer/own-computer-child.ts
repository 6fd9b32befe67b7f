import { homedir } from 'node:os';
import type { OpeningEvent } from 'devonz-engine-protocol/machine/own-computer';
import { version } from '../../package.json';
import { LastClient } from '../last-client.ts';
import type { Machine } from '../machine/machine.ts';
import { later, newLabel, type RunningBridge, startBridge } from '../start-bridge.ts';
import { toChildSchema } from './child-messages.ts';
import { openWanted } from './open-wanted.ts';
import { type Ask, streamQuestions } from './stream-questions.ts';

/** The program that serves one machine for the app's server, and ends when that server does. */

/**
 * How long it waits for the page that has asked, which may first need its user's permission, and for another page after
 * the last one has gone.
 */
const FIRST_MILLISECONDS = 5 * 60_000;
const GRACE_MILLISECONDS = 30_000;
/** How long an opening may take to end after it was cancelled. */
const GIVE_UP_MILLISECONDS = 3_000;

const answers = new Map<string, (answer: string | null) => void>();
let opening: Promise<void> | null = null;
let bridge: RunningBridge | null = null;
let isEnding = false;

async function serve(machine: Machine, app: string): Promise<string> {
  const lastClient = new LastClient({ later, graceMilliseconds: GRACE_MILLISECONDS, onEnd: end });
  const cancelFirst = later(end, FIRST_MILLISECONDS);
  bridge = await startBridge({
    machine,
    apps: [app],
    port: 0,
    scripts: new URL('./pages/', import.meta.url),
    version,
    onClients(count) {
      cancelFirst();
      lastClient.count(count);
    },
  });
  return `${app}/#bridge=http://127.0.0.1:${bridge.port}&token=${bridge.token}`;
}

const ask: Ask = ({ kind, text }) => {
  if (isEnding || !process.connected) return Promise.resolve(null);
  const id = newLabel();
  return new Promise((resolve) => {
    answers.set(id, resolve);
    tell({ type: 'question', id, kind, text });
  });
};

function tell(event: OpeningEvent): void {
  if (process.connected) process.send?.(event, () => undefined);
}

function giveAnswer(question: string, answer: string | null): void {
  const resolve = answers.get(question);
  answers.delete(question);
  resolve?.(answer);
}

function end(): void {
  if (isEnding) return;
  isEnding = true;
  for (const question of [...answers.keys()]) giveAnswer(question, null);
  const settled = Promise.race([opening, new Promise<void>((resolve) => later(resolve, GIVE_UP_MILLISECONDS))]);
  void settled
    .then(() => bridge?.close())
    .catch(() => undefined)
    .finally(() => process.exit(0));
}

process.on('message', (given) => {
  const message = toChildSchema.safeParse(given);
  if (!message.success) return;
  switch (message.data.type) {
    case 'open': {
      const { request, app } = message.data;
      opening ??= openWanted(request, {
        environment: process.env,
        home: process.env.HOME ?? homedir(),
        randomName: newLabel,
        later,
        tell,
        say: (text) => tell({ type: 'note', text }),
        askForSsh: async () => streamQuestions(ask),
        serve: (machine) => serve(machine, app),
      });
      return;
    }
    case 'answer':
      return giveAnswer(message.data.question, message.data.answer);
    case 'end':
      return end();
  }
});
process.on('disconnect', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
