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
  'Programs reach public hosts, for some the user is asked once, never private networks; pages in the preview only what CORS allows: let the server ask for the rest.';

/** Memory and processes have limits too, which whoever meets them reads in the error. */
const ENGINE: readonly string[] = [
  'node is v22.20.0. Commands run as an ordinary user, in bash with the usual tools (rg, sed, awk, jq, curl, tar, zip …), sqlite3 and openssl; python3 is pyodide, without pip.',
  'Of native npm packages better-sqlite3, sqlite3, bcrypt, argon2 and sharp work.',
];

const STACKBLITZ: readonly string[] = [
  'The host is a StackBlitz WebContainer in a tab of the user’s browser. Commands run as an ordinary user, never as root.',
  'The shell is jsh, which knows fewer commands than bash. Packages that are native code only fail.',
];
