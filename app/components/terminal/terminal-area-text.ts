import type { LinkTarget } from '../../lib/terminal/link-target.ts';

/** Characters of an address that are shown. */
const SHOWN = 160;

/** What the terminal's area says. */
export const TERMINAL_AREA_TEXT = {
  agentsOwn: 'The agent’s own shell. You can read it; type in a terminal of your own.',
  none: 'No terminal is open. The agent’s opens with the runtime.',
  newTerminal: 'New terminal',
  openOne: 'Open a terminal',
  tools: 'More for this terminal',
  links: 'Links in the terminal',
  noLinks: 'The last lines have no links.',
  find: 'Find in the terminal',
  send: { selection: 'Send the selection to the agent', visible: 'Send what is in view to the agent' },
  copy: { selection: 'Copy the selection', visible: 'Copy what is in view' },
  clear: 'Clear the terminal',
  rename: 'Rename the terminal',
  close: (name: string) => `Close ${name}`,
  copied: 'Copied.',
  notCopied: 'The browser does not let the page copy. Select the text and press its own keys for copying.',
  put: (name: string) => `The text of ${name} is in the message box. Nothing is sent yet.`,
  nothing: 'The terminal is empty.',
  leadsTo(target: LinkTarget): string {
    if (target.type === 'elsewhere') return cut(target.url);
    if (target.type === 'page') return `Preview: ${cut(`localhost:${target.port}${target.path}`)}`;
    return `Code: ${cut(target.path)}${target.place === null ? '' : `:${target.place.line}`}`;
  },
  elsewhere: 'This link leads to',
  elsewhereRest: (url: string) => cut(url),
  openElsewhere: 'Open in a new tab',
  closedPort: (port: number) => `No server of the project has opened port ${port}.`,
  fileGone: (path: string) => `${path} is not there any more.`,
  dismiss: 'Dismiss',
  name: (name: string) => `New name of ${name}`,
  query: 'Find',
  matchCase: 'Match case',
  wholeWord: 'Whole word',
  older: 'Match above (Enter)',
  newer: 'Match below (Shift+Enter)',
  closeFind: 'Close (Escape)',
  noMatch: 'No matches',
  count: (current: number | null, count: string) => (current === null ? count : `${current + 1} of ${count}`),
} as const;

function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`;
}
