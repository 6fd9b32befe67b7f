import { browserHasher } from '../browser/browser-ports.ts';
import { workerChannel } from '../workers/worker-channel.ts';
import { answerSessionWorker } from './answer-session-worker.ts';
import type { FromSessionWorker, ToSessionWorker } from './session-file-messages.ts';

// Entry of the worker that writes or reads one session file and then ends, so that the page does not compress and validate.

const channel = workerChannel<ToSessionWorker, FromSessionWorker>();

channel.onmessage = ({ data }) => void answerSessionWorker(data, browserHasher).then((answer) => channel.postMessage(answer));
