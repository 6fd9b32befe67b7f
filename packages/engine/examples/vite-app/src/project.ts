import type { FileSystemTree } from '@webcontainer/api';

export const PAGE = `<!doctype html>
<h1>Hello</h1>
<p>This server has been running for {{uptime}}.</p>
`;

const SERVER = `import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import ms from 'ms';

createServer(async (request, response) => {
  const page = await readFile('page.html', 'utf8');
  response.setHeader('content-type', 'text/html');
  response.end(page.replace('{{uptime}}', ms(Math.round(process.uptime() * 1000), { long: true })));
}).listen(3000, () => console.log('Listening on port 3000'));
`;

/** The project that runs in the container. */
export const project: FileSystemTree = {
  'package.json': {
    file: {
      contents: JSON.stringify({ name: 'project', private: true, scripts: { start: 'node server.mjs' }, dependencies: { ms: '^2.1.3' } }),
    },
  },
  'server.mjs': { file: { contents: SERVER } },
  'page.html': { file: { contents: PAGE } },
};
