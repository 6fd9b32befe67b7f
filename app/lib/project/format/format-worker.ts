import type { FormatAnswer, FormatRequest } from './format-messages.ts';
import { formatText } from './format-text.ts';

// Entry of the worker that formats: prettier is loaded with its first file.

// The worker's side of its channel: the app's types are the page's, where `postMessage` wants an origin.
const channel = globalThis as unknown as {
  onmessage: ((event: { data: FormatRequest }) => void) | null;
  postMessage(message: FormatAnswer): void;
};

channel.onmessage = ({ data }) => {
  formatText(data).then(
    (answer) => channel.postMessage(answer),
    (error: unknown) => channel.postMessage({ type: 'failed', why: String(error), place: null }),
  );
};
