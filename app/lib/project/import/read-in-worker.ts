import { t } from '../../i18n/t.ts';
import type { Reason } from '../../protocol/texts/reason.ts';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';
import type { ImportReader } from './import-reader.ts';
import { ImportProblem, type ImportSource } from './import-source.ts';

/** A worker as far as an import needs one. */
export interface ImportWorker {
  onmessage: ((event: MessageEvent<FromImportWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToImportWorker): void;
  terminate(): void;
}

type Kind = Exclude<FromImportWorker['type'], 'failed' | 'batch'>;

/** The reader of a source that is in a worker of its own, which `close` ends whatever it does. */
export function readInWorker(source: ImportSource, createWorker: () => ImportWorker): ImportReader {
  const worker = createWorker();
  let waiting: { resolve(message: FromImportWorker): void; reject(error: Error): void } | null = null;
  let take: ((files: Extract<FromImportWorker, { type: 'batch' }>['files']) => Promise<void>) | null = null;
  const fail = (why: Reason | string) => waiting?.reject(new ImportProblem(why));
  worker.onmessage = ({ data }) => {
    if (data.type === 'failed') fail(data.reason);
    else if (data.type !== 'batch') waiting?.resolve(data);
    else
      take?.(data.files).then(
        () => worker.postMessage({ type: 'next' }),
        (error: unknown) => waiting?.reject(error instanceof Error ? error : new ImportProblem(String(error))),
      );
  };
  worker.onerror = () => fail(t('This browser has too little memory for it, or the page is out of date: reload it'));
  const ask = async <Type extends Kind>(message: ToImportWorker, type: Type) => {
    const answer = await new Promise<FromImportWorker>((resolve, reject) => {
      waiting = { resolve, reject };
      worker.postMessage(message);
    });
    if (answer.type !== type) throw new ImportProblem(t('The import was mixed up. Begin it again'));
    // Established above, which the compiler does not carry over to the parameter.
    return answer as Extract<FromImportWorker, { type: Type }>;
  };
  worker.postMessage({ type: 'open', source });
  return {
    plan: async ({ withIgnored }) => (await ask({ type: 'plan', withIgnored }, 'planned')).plan,
    async read(given) {
      take = given;
      return (await ask({ type: 'read' }, 'done')).damaged;
    },
    close() {
      worker.terminate();
      fail(t('It was cancelled'));
    },
  };
}
