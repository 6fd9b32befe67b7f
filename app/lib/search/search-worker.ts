import { workerChannel } from '../workers/worker-channel.ts';
import { SearchIndex } from './search-index.ts';
import type { FromSearchWorker, ToSearchWorker } from './search-messages.ts';

// Entry point of the search worker. It only has access to what it is given, and is terminated from outside if an expression runs too long.
const index = new SearchIndex();

const channel = workerChannel<ToSearchWorker, FromSearchWorker>();

channel.onmessage = ({ data: message }) => {
  switch (message.type) {
    case 'put':
      for (const { path, content } of message.files) index.put(path, content);
      break;
    case 'remove':
      index.remove(message.path);
      break;
    case 'search':
      channel.postMessage({ type: 'findings', findings: index.search(message.request) });
      break;
    case 'find-all':
      channel.postMessage({ type: 'found', found: index.findAll(message.request) });
      break;
  }
};
