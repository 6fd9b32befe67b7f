// `npm run dev`: Vite with hot reload, the engine rebuilt when its sources change, the same hosts as `npm start`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkNodeVersion } from './check-node-version.mjs';
import { ensureBridge } from './serve/build-bridge.mjs';
import { findPort } from './serve/find-port.mjs';
import { keptOwnComputerKey, printedAddress } from './serve/own-computer.mjs';
import { wantedPort } from './serve/server-arguments.mjs';

checkNodeVersion();
const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = wantedPort('npm run dev', 'Serves Devonz with hot reload, and prints its address.');
const port = await findPort(wanted);
if (port !== wanted) console.log(`Port ${wanted} is taken; using ${port}.`);

await ensureBridge(root);
const children = [
  start(['packages/engine/scripts/build-engine.mjs', '--watch', '--out', 'node_modules/.cache/devonz-client/engine']),
  start(['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev', '--port', String(port), '--logLevel', 'warn']),
];
console.log(`Devonz (dev): ${printedAddress(`http://ide.localhost:${port}/`, await keptOwnComputerKey(root))}`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => end(0));

/** @param {string[]} args */
function start(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  child.once('exit', (code) => end(code ?? 1));
  return child;
}

/** Neither process is useful without the other. @param {number} code */
function end(code) {
  process.exitCode ??= code;
  for (const child of children) child.kill();
}
