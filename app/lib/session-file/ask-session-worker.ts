import { t } from '../i18n/t.ts';
import type { FromSessionWorker, ToSessionWorker } from './session-file-messages.ts';

/** Sends one message to a new worker. Never rejects. */
export function askSessionWorker(message: ToSessionWorker, createWorker: () => Worker): Promise<FromSessionWorker> {
  return new Promise((resolve) => {
    const worker = createWorker();
    const settle = (answer: FromSessionWorker) => {
      worker.terminate();
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<FromSessionWorker>) => settle(data);
    worker.onerror = () => settle({ type: 'failed', why: t('this browser has too little memory for it') });
    worker.postMessage(message);
  });
}
