// `npm start`: builds if necessary, serves the app in workerd, and prints its URL.
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build.mjs';
import { checkNodeVersion } from './check-node-version.mjs';
import { findPort } from './serve/find-port.mjs';
import { serveBuild } from './serve/serve-build.mjs';
import { servedVariables } from './serve/server-variables.mjs';

const PORT = 8788;

checkNodeVersion();
const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = Number(process.env.PORT) || PORT;

await ensureBuild(root, console.log);
const port = await findPort(wanted);
if (port !== wanted) console.log(`Port ${wanted} is taken; using ${port}.`);
const server = await serveBuild({ root, port, variables: await servedVariables(root) });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => server.stop());
await server.ready;
console.log(`Devonz: http://ide.localhost:${port}/`);
process.exitCode = await server.exited;
