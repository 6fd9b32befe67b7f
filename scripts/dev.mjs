// `npm run dev`: Vite with hot reload, the engine rebuilt when its sources change, the same hosts as `npm start`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkNodeVersion } from './check-node-version.mjs';
import { ensureBridge } from './serve/build-bridge.mjs';
import { claimPort } from './serve/claim-port.mjs';
import { newOwnComputerKey, printedAddress, sendOwnComputerKey } from './serve/own-computer.mjs';
import { wantedPort } from './serve/server-arguments.mjs';

checkNodeVersion();
const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = wantedPort('npm run dev', 'Serves Devonz with hot reload, and prints its address.');
const port = await claimPort(wanted);

await ensureBridge(root);
const engine = start(['packages/engine/scripts/build-engine.mjs', '--watch', '--out', 'node_modules/.cache/devonz-client/engine']);
const vite = start(['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev', '--port', String(port), '--logLevel', 'warn'], 'ipc');
const children = [engine, vite];
const ownComputerKey = newOwnComputerKey();
sendOwnComputerKey(vite, ownComputerKey);
console.log(`Devonz (dev): ${printedAddress(`http://ide.localhost:${port}/`, ownComputerKey)}`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => end(0));

/** @param {string[]} args @param {'ignore' | 'ipc'} channel for messages from here */
function start(args, channel = 'ignore') {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', channel] });
  child.once('exit', (code) => end(code ?? 1));
  return child;
}

/** Neither process is useful without the other. @param {number} code */
function end(code) {
  process.exitCode ??= code;
  for (const child of children) child.kill();
}
