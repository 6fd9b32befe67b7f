import { numberText } from '../../lib/i18n/number-text.ts';
import { plural } from '../../lib/i18n/plural.ts';
import { t } from '../../lib/i18n/t.ts';
import type { LinkTarget } from '../../lib/terminal/link-target.ts';

/** Characters shown of an address. */
const SHOWN = 160;

/** Texts of the terminal area. */
export const TERMINAL_AREA_TEXT = {
  agentsOwn: () => t('The agent’s own shell. You can read it; type in a terminal of your own.'),
  none: () => t('No terminal is open. The agent’s opens with the runtime.'),
  newTerminal: () => t('New terminal'),
  openOne: () => t('Open a terminal'),
  tools: () => t('More for this terminal'),
  links: () => t('Links in the terminal'),
  noLinks: () => t('The last lines have no links.'),
  find: () => t('Find in the terminal'),
  send: { selection: () => t('Send the selection to the agent'), visible: () => t('Send what is in view to the agent') },
  copy: { selection: () => t('Copy the selection'), visible: () => t('Copy what is in view') },
  clear: () => t('Clear the terminal'),
  rename: () => t('Rename the terminal'),
  restart: () => t('Start the shell again'),
  ended: () => t('This shell has ended.'),
  pasteLines: (count: number) =>
    plural(count, { one: 'This pastes {count} line.', other: 'This pastes {count} lines, and the shell runs each as soon as it ends:' }),
  paste: (count: number) => plural(count, { one: 'Paste {count} line', other: 'Paste {count} lines' }),
  close: (name: string) => t('Close {name}', { name }),
  copied: () => t('Copied.'),
  notCopied: () => t('The browser does not let the page copy. Select the text and press its own keys for copying.'),
  put: (name: string) => t('The text of {name} is in the message box. Nothing is sent yet.', { name }),
  nothing: () => t('The terminal is empty.'),
  leadsTo(target: LinkTarget): string {
    if (target.type === 'elsewhere') return cut(target.url);
    if (target.type === 'page') return t('Preview: {address}', { address: cut(`localhost:${target.port}${target.path}`) });
    return t('Code: {place}', { place: `${cut(target.path)}${target.place === null ? '' : `:${target.place.line}`}` });
  },
  elsewhere: () => t('This link leads to'),
  elsewhereRest: (url: string) => cut(url),
  openElsewhere: () => t('Open in a new tab'),
  closedPort: (port: number) => t('No server of the project has opened port {port}.', { port }),
  fileGone: (path: string) => t('{path} is not there any more.', { path }),
  dismiss: () => t('Dismiss'),
  name: (name: string) => t('New name of {name}', { name }),
  query: () => t('Find'),
  matchCase: () => t('Match case'),
  wholeWord: () => t('Whole word'),
  older: () => t('Match above (Enter)'),
  newer: () => t('Match below (Shift+Enter)'),
  closeFind: () => t('Close (Escape)'),
  noMatch: () => t('No matches'),
  count: (current: number | null, count: string) =>
    current === null ? count : t('{current} of {count}', { current: numberText(current + 1), count }),
} as const;

function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`;
}
