import { t } from '../../i18n/t.ts';
import type { ProjectHit, SearchProjects } from './project-search.ts';

export interface ToProjectSearch {
  databaseName: string;
  query: string;
}

export type FromProjectSearch = { type: 'hits'; hits: readonly ProjectHit[] } | { type: 'done' } | { type: 'failed'; why: string };

export interface ProjectSearchWorker {
  onmessage: ((event: MessageEvent<FromProjectSearch>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToProjectSearch): void;
  terminate(): void;
}

/** Each search has its own worker, which ends with the search. Cancelling a search ends it at once. */
export function searchInWorker(databaseName: string, createWorker: () => ProjectSearchWorker): SearchProjects {
  return (query, onHits, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return resolve();
      const worker = createWorker();
      const end = (finish: () => void) => {
        signal.removeEventListener('abort', onAbort);
        worker.terminate();
        finish();
      };
      const onAbort = () => end(resolve);
      signal.addEventListener('abort', onAbort);
      worker.onmessage = ({ data }) => {
        if (data.type === 'hits') onHits(data.hits);
        else end(data.type === 'done' ? resolve : () => reject(new Error(data.why)));
      };
      worker.onerror = () => end(() => reject(new Error(t('its worker could not be started; reload the page'))));
      worker.postMessage({ databaseName, query });
    });
}
