import { browserHasher } from '../workbench/browser-ports.ts';
import { answerSessionWorker } from './answer-session-worker.ts';
import type { FromSessionWorker, ToSessionWorker } from './session-file-messages.ts';

// Entry of the worker that writes or reads one session file and is ended then: compressing and checking are not the page's work.

// The worker's side of its channel: the app's types are the page's, where `postMessage` wants an origin.
const channel = globalThis as unknown as {
  onmessage: ((event: { data: ToSessionWorker }) => void) | null;
  postMessage(message: FromSessionWorker): void;
};

channel.onmessage = ({ data }) => void answerSessionWorker(data, browserHasher).then((answer) => channel.postMessage(answer));
