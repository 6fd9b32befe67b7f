import { browserLibrary } from './language/browser-library.ts';
import { coreLibrary } from './language/core-library.ts';
import { serveTypes } from './serve-types.ts';
import type { FromTypesWorker, ToTypesWorker } from './types-messages.ts';

// Entry of the worker of types. It has no access to anything but what it is given, and is ended from outside when it takes too long.

// The worker's side of its channel: the app's types are the page's, where `postMessage` wants an origin.
const channel = globalThis as unknown as {
  onmessage: ((event: { data: ToTypesWorker }) => void) | null;
  postMessage(message: FromTypesWorker): void;
};

const serve = serveTypes(new Map([...coreLibrary, ...browserLibrary]), (message) => channel.postMessage(message));
channel.onmessage = ({ data }) => serve(data);
channel.postMessage({ type: 'ready' });
