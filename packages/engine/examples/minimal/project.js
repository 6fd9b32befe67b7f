/** The project in the container: a Node server and one package from the registry. */
export const project = {
  'package.json': {
    file: {
      contents: JSON.stringify({
        name: 'project',
        private: true,
        scripts: { start: 'node server.js' },
        dependencies: { picocolors: '^1.1.0' },
      }),
    },
  },
  'server.js': {
    file: {
      contents: `const { createServer } = require('node:http');
const colors = require('picocolors').createColors(true);

createServer((request, response) => {
  console.log(colors.green(request.method), request.url);
  response.setHeader('content-type', 'text/html');
  response.end('<h1>Served from inside this browser</h1><p>Node ' + process.version + '</p>');
}).listen(3000, () => console.log(colors.bold('Listening on port 3000')));
`,
    },
  },
};
