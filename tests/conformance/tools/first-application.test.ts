import { describe, expect, it } from 'vitest';
import { useClient } from '../harness/use-client.ts';

/** A page whose program is restarted by nodemon: the steps of a first application of the client, in order. */
const files = (text: string) => ({
  'index.js': {
    file: {
      contents: `
        import { createServer } from 'node:http';
        createServer((request, response) => {
          response.setHeader('content-type', 'text/html').end('<!doctype html><html data-served><p>${text}</p>');
        }).listen(3111, () => console.log('App is live at http://localhost:3111'));`,
    },
  },
  'package.json': {
    file: { contents: JSON.stringify({ type: 'module', dependencies: { nodemon: '^3' }, scripts: { start: 'nodemon index.js' } }) },
  },
});

describe('a first application of the client', () => {
  const client = useClient();

  it('installs, starts under nodemon with nobody reading, shows it, and shows each edit of the file', async () => {
    const exitCode = await client.inPage(async (tree) => {
      const container = await booted();
      await container.mount(tree);
      const install = await container.spawn('npm', ['install']);
      void install.output.pipeTo(new WritableStream());
      const code = await install.exit;
      // Its output is never read, and the listener for the port is added afterwards.
      await container.spawn('npm', ['run', 'start']);
      const frame = document.createElement('iframe');
      frame.name = 'shown';
      frame.allow = 'cross-origin-isolated';
      document.body.appendChild(frame);
      container.on('server-ready', (_port, url) => {
        frame.src = url;
      });
      return code;
    }, files('as mounted'));
    expect(exitCode).toBe(0);
    const shown = client.page().frameLocator('iframe[name=shown]');
    await shown.getByText('as mounted').waitFor();
    for (const text of ['edited once', 'edited again']) {
      // By an absolute path, which the client resolves from the working directory; `server-ready` reports the new program.
      await client.inPage(async (source) => (await booted()).fs.writeFile('/index.js', source), files(text)['index.js'].file.contents);
      await shown.getByText(text).waitFor();
    }
  });
});
