import { t } from '../../i18n/t.ts';
import type { FormatAnswer } from './format-messages.ts';
import type { Format } from './format-service.ts';

/** A file that takes longer is not formatted. In milliseconds. */
const LONGEST = 20_000;

/** Each file gets its own worker, which ends with the answer: a file that hangs blocks no other. */
export const formatInWorker: Format = (request) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./format-worker.ts', import.meta.url), { type: 'module', name: 'format' });
    const timer = setTimeout(() => fail(t('it took too long')), LONGEST);
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
    };
    const fail = (why: string) => {
      end();
      reject(new Error(why));
    };
    worker.onmessage = ({ data }: MessageEvent<FormatAnswer>) => {
      end();
      resolve(data);
    };
    worker.onerror = () => fail(t('the formatter could not be loaded; check the connection and try again'));
    worker.postMessage(request);
  });
