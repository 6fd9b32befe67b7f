import type { MachineFacts } from '../../protocol/machines/machine.ts';

/**
 * Returns sentences for a model about what a host of the runtime can and cannot do. This is the only such list; a test compares it with the
 * engine's own figures.
 */
export function runtimeCapabilities(host: PromptHost): readonly string[] {
  if (typeof host !== 'string') return machineCapabilities(host);
  if (host === 'stackblitz') return [...EVERYWHERE, ONLY_CORS, ...STACKBLITZ];
  return [...EVERYWHERE, host === 'engine' ? ASKS_FOR_HOSTS : ONLY_CORS, ...ENGINE];
}

/** `engine-alone` means that the server forwards nothing to other hosts; an object describes a real machine. */
export type PromptHost = 'engine' | 'engine-alone' | 'stackblitz' | MachineFacts;

function machineCapabilities({
  user,
  host,
  system,
  folder,
  shells,
  programs,
  hasTerminal,
  terminalReason,
}: MachineFacts): readonly string[] {
  const found = Object.entries(programs).map(([name, version]) => `${name} ${version}`);
  return [
    `You work on a real machine: ${host}, as ${user}, ${system}. The project is its folder ${folder}; your shell is ${shells.agent.join(' ')}.`,
    'What you do there is real and lasts. Commands are not undone; only changes that you make to files with your tools can be.',
    ...(found.length === 0 ? [] : [`Installed, among others: ${found.join(', ')}.`]),
    'Keys, histories and settings outside the folder are not yours to read. Where sudo asks for a password, the user types it; never ask for it.',
    'A server on a port of that machine is seen in the preview.',
    ...(hasTerminal ? [] : [`Programs have no terminal there${terminalReason === undefined ? '' : `: ${terminalReason}`}.`]),
  ];
}

const EVERYWHERE: readonly string[] = [
  'Everything runs in the browser: JavaScript, TypeScript and WebAssembly, with a Node-like API; npm and npx work.',
  'There are no native binaries, no git, Docker, compilers of machine code, sudo or system packages.',
  'A server listens on localhost and is seen in the preview; nobody outside can reach it.',
  'The outside is reached by http and https only: no raw TCP or TLS, no ssh, no databases elsewhere.',
];

const ONLY_CORS = 'Programs, and pages in the preview, reach only hosts that let browsers in (CORS).';
const ASKS_FOR_HOSTS =
  'Programs reach hosts that let browsers in (CORS); for any other the user is asked once; private networks are never reached. Pages in the preview are bound to CORS: let the project’s server ask instead.';

const ENGINE: readonly string[] = [
  'The host is named devonz: the Devonz engine in a tab of the user’s browser. Commands run as an ordinary user (id 1000), never as root.',
  'node is v22.20.0. The shell is bash with the usual tools (rg, sed, awk, jq, curl, tar, zip …), sqlite3 and openssl; python3 is pyodide, without pip.',
  'npm takes WebAssembly builds instead of native code. Of native code better-sqlite3, sqlite3, bcrypt, argon2 and sharp work, and so does node:sqlite; of others npm says what to use instead.',
  'A process may hold 1.5 GB of memory, all together 3 GB; one that holds more is ended with exit code 134. At most 64 processes run at once.',
];

const STACKBLITZ: readonly string[] = [
  'The host is a StackBlitz WebContainer in a tab of the user’s browser. Commands run as an ordinary user, never as root.',
  'The shell is jsh, which knows fewer commands than bash. Packages that are native code only fail.',
];
