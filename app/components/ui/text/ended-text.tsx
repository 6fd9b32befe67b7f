import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { EndedProcess } from '../../../lib/stores/terminals.ts';
import { rich } from './rich.tsx';

/** The cause that ended processes from outside; `more` if the causes differ. */
type Ending = EndedProcess['endedWith'] | 'more';

function endingOf(ended: readonly EndedProcess[]): Ending {
  const [first, ...others] = new Set(ended.map((process) => process.endedWith));
  return first === undefined || others.length > 0 ? 'more' : first;
}

const TITLES: Readonly<Record<Ending, () => string>> = {
  page: () => t('Ended with the page'),
  runtime: () => t('Ended with the runtime'),
  more: () => t('Ended'),
};

/** A title for a list of them. */
export const endedTitle = (ended: readonly EndedProcess[]) => TITLES[endingOf(ended)]();

const NAMES: Readonly<Record<Ending, () => string>> = {
  page: () => t('What ended with the page'),
  runtime: () => t('What ended with the runtime'),
  more: () => t('What ended'),
};

/** A common name for them. */
export const endedName = (ended: readonly EndedProcess[]) => NAMES[endingOf(ended)]();

const ONES: Readonly<Record<Ending, (command: ReactNode) => ReactNode>> = {
  page: (command) => rich('{command} ended with the page.', { command }),
  runtime: (command) => rich('{command} ended with the runtime.', { command }),
  more: (command) => rich('{command} ended.', { command }),
};

const SEVERAL: Readonly<Record<Ending, (command: ReactNode, more: number) => ReactNode>> = {
  page: (command, more) => rich('{command} and {more} more ended with the page.', { command, more }),
  runtime: (command, more) => rich('{command} and {more} more ended with the runtime.', { command, more }),
  more: (command, more) => rich('{command} and {more} more ended.', { command, more }),
};

/** A sentence about all of them, naming the first. */
export function endedSentence(ended: readonly EndedProcess[], first: ReactNode): ReactNode {
  const ending = endingOf(ended);
  return ended.length > 1 ? SEVERAL[ending](first, ended.length - 1) : ONES[ending](first);
}

const SERVERS: Readonly<Record<EndedProcess['endedWith'], (port: number) => string>> = {
  page: (port) => t('The server on port {port} ended with the page.', { port }),
  runtime: (port) => t('The server on port {port} ended with the runtime.', { port }),
};

/** A process that had opened a port. */
export interface EndedServer extends EndedProcess {
  port: number;
}

export const endedServer = ({ endedWith, port }: EndedServer) => SERVERS[endedWith](port);
