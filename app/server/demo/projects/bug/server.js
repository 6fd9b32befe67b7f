const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { listProducts } = require('./products.js');

const port = Number(process.env.PORT) || 3000;
const template = fs.readFileSync(path.join(__dirname, 'page.html'), 'utf8');

// Built once, when the server starts.
const rows = listProducts().map((product) => `<tr><td>${product.name}</td><td class="price">${product.price}</td></tr>`);
const page = template.replace('<!-- rows -->', rows.join('\n'));

http
  .createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page);
  })
  .listen(port, () => {
    console.log(`Price list on http://localhost:${port}`);
  });
