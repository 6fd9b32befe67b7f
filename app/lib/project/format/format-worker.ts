import { workerChannel } from '../../workers/worker-channel.ts';
import type { FormatAnswer, FormatRequest } from './format-messages.ts';
import { formatText } from './format-text.ts';

// Entry of the formatting worker: prettier is loaded with its first file.

const channel = workerChannel<FormatRequest, FormatAnswer>();

channel.onmessage = ({ data }) => {
  formatText(data).then(
    (answer) => channel.postMessage(answer),
    (error: unknown) => channel.postMessage({ type: 'failed', why: String(error), place: null }),
  );
};
