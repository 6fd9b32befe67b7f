const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

const port = Number(process.env.PORT) || 3000;
const root = path.join(__dirname, 'public');
const types = { '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

const server = http.createServer((request, response) => {
  // URL resolves "..", so that no path leads out of the folder.
  const { pathname } = new URL(request.url, 'http://localhost');
  const file = path.join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  fs.readFile(file, (error, content) => {
    if (error) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('There is nothing at this address.');
      return;
    }
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
    response.end(content);
  });
});

server.listen(port, () => {
  console.log(`Serving ${path.basename(root)}/ on http://localhost:${port}`);
});
