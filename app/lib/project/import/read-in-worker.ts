import { t } from '../../i18n/t.ts';
import type { Reason } from '../../protocol/texts/reason.ts';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';
import type { ImportReader } from './import-reader.ts';
import { type ComingSource, ImportProblem } from './import-source.ts';

/** The part of a worker that an import needs. */
export interface ImportWorker {
  onmessage: ((event: MessageEvent<FromImportWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToImportWorker, transfer?: Transferable[]): void;
  terminate(): void;
}

type Kind = Exclude<FromImportWorker['type'], 'failed' | 'batch' | 'helping'>;

/** More helpers would be idle, because one thread reads for all of them. */
const MOST_HELPERS = 3;

/**
 * Reads a source in a worker, which starts while the source is still being listed; `close` ends it in any case. Other workers
 * help with compressing. `processors`: how many threads this computer runs at once; the page uses one of them.
 */
export function readInWorker(source: ComingSource, createWorker: () => ImportWorker, processors: number): ImportReader {
  const worker = createWorker();
  const helpers: ImportWorker[] = [];
  let waiting: { resolve(message: FromImportWorker): void; reject(error: Error): void } | null = null;
  let take: ((batch: Extract<FromImportWorker, { type: 'batch' }>['batch']) => Promise<void>) | null = null;
  const fail = (why: Reason | string) => waiting?.reject(new ImportProblem(why));
  worker.onmessage = ({ data }) => {
    if (data.type === 'failed') fail(data.reason);
    else if (data.type !== 'batch') waiting?.resolve(data);
    else
      take?.(data.batch).then(
        () => worker.postMessage({ type: 'next' }),
        (error: unknown) => waiting?.reject(error instanceof Error ? error : new ImportProblem(String(error))),
      );
  };
  /** Set when a worker has failed or was ended: pending and later requests then get no answer. */
  let broken: ImportProblem | null = null;
  const onError = () => {
    broken = new ImportProblem(t('This browser has too little memory for it, or the page is out of date: reload it'));
    waiting?.reject(broken);
  };
  worker.onerror = onError;
  const help = (port: MessagePort) => {
    const helper = createWorker();
    helpers.push(helper);
    // A helper that does not start is not waited for.
    helper.onmessage = ({ data }) => {
      if (data.type === 'helping') helper.onerror = onError;
    };
    helper.postMessage({ type: 'help', port }, [port]);
  };
  const ask = async <Type extends Kind>(message: ToImportWorker, type: Type) => {
    if (broken !== null) throw broken;
    const answer = await new Promise<FromImportWorker>((resolve, reject) => {
      waiting = { resolve, reject };
      worker.postMessage(message);
    });
    if (answer.type !== type) throw new ImportProblem(t('The import was mixed up. Begin it again'));
    // Checked above; the compiler does not narrow the parameter.
    return answer as Extract<FromImportWorker, { type: Type }>;
  };
  const ports: MessagePort[] = [];
  for (let count = Math.min(MOST_HELPERS, processors - 1); count > 0; count -= 1) {
    const { port1, port2 } = new MessageChannel();
    help(port1);
    ports.push(port2);
  }
  const opening = Promise.resolve(source).then((listed) => worker.postMessage({ type: 'open', source: listed, helpers: ports }, ports));
  opening.catch(() => undefined); // The error is reported when a plan is requested.
  return {
    async plan({ withIgnored }) {
      await opening;
      return (await ask({ type: 'plan', withIgnored }, 'planned')).plan;
    },
    async read(given) {
      take = given;
      return (await ask({ type: 'read' }, 'done')).damaged;
    },
    close() {
      for (const each of [worker, ...helpers]) each.terminate();
      broken = new ImportProblem(t('It was cancelled'));
      waiting?.reject(broken);
    },
  };
}
