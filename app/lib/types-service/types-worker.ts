import { workerChannel } from '../workers/worker-channel.ts';
import { browserLibrary } from './language/browser-library.ts';
import { coreLibrary } from './language/core-library.ts';
import { serveTypes } from './serve-types.ts';
import type { FromTypesWorker, ToTypesWorker } from './types-messages.ts';

// Entry of the types worker. It can access only what it is sent, and is terminated from outside if it takes too long.

const channel = workerChannel<ToTypesWorker, FromTypesWorker>();

const serve = serveTypes(new Map([...coreLibrary, ...browserLibrary]), (message) => channel.postMessage(message));
channel.onmessage = ({ data }) => serve(data);
channel.postMessage({ type: 'ready' });
