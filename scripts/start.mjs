// `npm start`: builds if necessary, serves the app in workerd, and prints its URL.
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build.mjs';
import { checkNodeVersion } from './check-node-version.mjs';
import { claimPort } from './serve/claim-port.mjs';
import { newOwnComputerKey, printedAddress } from './serve/own-computer.mjs';
import { serveBuild } from './serve/serve-build.mjs';
import { wantedPort } from './serve/server-arguments.mjs';
import { servedVariables } from './serve/server-variables.mjs';

checkNodeVersion();
const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = wantedPort('npm start', 'Builds Devonz if necessary, serves it in workerd, and prints its address.');

await ensureBuild(root, console.log);
const port = await claimPort(wanted);
const ownComputerKey = newOwnComputerKey();
const server = await serveBuild({ root, port, variables: await servedVariables(root), ownComputerKey });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => server.stop());
await server.ready;
console.log(`Devonz: ${printedAddress(`http://ide.localhost:${port}/`, server.hasOwnComputer ? ownComputerKey : null)}`);
process.exitCode = await server.exited;
