import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeEngineOnly } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

/**
 * Rows that no engine in a browser, or not this one, can match: which code rejected a promise, which ends a stream or generator from
 * outside, and the owner of the callbacks of `close` and of a server's connections.
 */
const otherwise = ['async generator', 'finished', 'http server', 'net', 'unhandled'];

const fixture = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');

/** Behaviour that only a browser shows: blocking threads, the worker's own promises. The rest of Node is recorded next to the engine. */
describeEngineOnly('Node in a browser; a machine runs Node itself')('node', () => {
  const client = useClient();

  const runProgram = (name: string, source: string, args: string[] = []) =>
    client.inPage(
      async ({ name, source, args }) => {
        await (await booted()).fs.writeFile(name, source);
        return runToEnd('node', [...args, name]);
      },
      { name, source, args },
    );

  it('lets a thread answer while the one that asked waits', async () => {
    const source = `const { Worker, MessageChannel, receiveMessageOnPort } = require('worker_threads');
const { port1, port2 } = new MessageChannel();
const worker = new Worker(\`const { workerData: { port }, parentPort } = require('worker_threads');
parentPort.on('message', ({ shared, n }) => { port.postMessage({ n: n * 2, text: 'x'.repeat(300000) }); const a = new Int32Array(shared); Atomics.store(a, 0, 1); Atomics.notify(a, 0); });\`, { eval: true, workerData: { port: port2 }, transferList: [port2] });
worker.unref();
for (let n = 1; n < 3; n++) {
  const shared = new SharedArrayBuffer(4);
  worker.postMessage({ shared, n });
  Atomics.wait(new Int32Array(shared), 0, 0, 10000);
  const { message } = receiveMessageOnPort(port1);
  console.log(message.n, message.text.length);
}`;
    expect(await runProgram('sync.cjs', source)).toEqual({ exitCode: 0, output: '2 300000\n4 300000\n' });
  });

  it('finds the names of other machines, and none while the browser is offline', async () => {
    const source = `const dns = require('dns');
console.log(typeof navigator);
dns.lookup('github.com', (error, address) => console.log(error?.code ?? address.replace(/\\d+$/, 'N')));`;
    expect(await runProgram('names.cjs', source)).toEqual({ exitCode: 0, output: 'undefined\n198.18.0.N\n' });
    await client.page().context().setOffline(true);
    try {
      expect(await runProgram('names.cjs', source)).toEqual({ exitCode: 0, output: 'undefined\nEAI_AGAIN\n' });
    } finally {
      await client.page().context().setOffline(false);
    }
  });

  it('keeps cookies in requests and responses that a program makes, and takes streams for their bodies', async () => {
    const source = `import { Readable } from 'node:stream';
async function* parts() { yield Buffer.from('a'); yield new Uint8Array([98, 99]); }
console.log(await new Response(parts()).text(), await new Response(Readable.from([Buffer.from('stream')])).text());
const request = new Request('http://localhost/x', { method: 'POST', body: Readable.from([Buffer.from('body')]), duplex: 'half', headers: { cookie: 'a=b', origin: 'o' } });
console.log(request.headers.get('cookie'), request.headers.get('origin'), new Request(request.clone()).headers.get('cookie'), await request.text());
const response = new Response('x', { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2']] });
console.log(response.clone().headers.getSetCookie(), new Response('y', response).headers.get('content-type'), response.constructor === Response);
console.log(Response.json(1, { headers: { 'set-cookie': 'z=1' } }).headers.getSetCookie());
try { new Request('/relative'); } catch (error) { console.log(error.message); }`;
    const output = `abc stream
a=b o a=b body
[ 'a=1', 'b=2' ] text/plain;charset=UTF-8 true
[ 'z=1' ]
Failed to parse URL from /relative
`;
    expect(await runProgram('web.mjs', source)).toEqual({ exitCode: 0, output });
  });

  it('reads forms from messages as Node does, also one without fields, and takes an address without slashes whole', async () => {
    const source = `const read = (body, type) => new Response(body, { headers: { 'content-type': type } }).formData()
  .then((form) => [...form].join(), (error) => error.name + ': ' + error.message);
const form = new FormData(); form.append('a', 'b');
const sent = new Request('http:/example.com/hello', { method: 'POST', body: form });
console.log(sent.url, await read(await sent.arrayBuffer(), sent.headers.get('content-type')));
const boundary = 'multipart/form-data; boundary=abc';
console.log([await read('--abc--', boundary), await read('--abc--\\r\\n', boundary), await read('x=1&y=2', 'application/x-www-form-urlencoded')].join('|'));
console.log(await read('', boundary)); console.log(await read('x', 'text/plain')); console.log(new Request('x:y').formData.name);`;
    const output = `http://example.com/hello a,b
||x,1,y,2
TypeError: Failed to parse body as FormData.
TypeError: Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".
formData
`;
    expect(await runProgram('forms.mjs', source)).toEqual({ exitCode: 0, output });
  });

  it('fetches by no request that a program has put in the place of http’s, and answers to a made request without chunks', async () => {
    const source = `import http from 'node:http';
const server = http.createServer((request, response) => response.end('served')).listen(0, async () => {
  http.request = http.get = () => { console.log('seen'); throw new Error('mocked'); };
  const response = await fetch('http://localhost:' + server.address().port);
  Object.defineProperty(response, 'redirected', { value: true });
  console.log(await response.text(), response.redirected);
  server.close();
  const made = new http.IncomingMessage(null);
  console.log(made.httpVersion, made.httpVersionMajor, new http.ServerResponse(made).useChunkedEncodingByDefault);
});`;
    expect(await runProgram('mocked.mjs', source)).toEqual({ exitCode: 0, output: 'served true\nnull null false\n' });
  });

  it('has the globals that are completed when first read as values that can be replaced, extended and removed', async () => {
    const source = `const names = ['URL', 'URLSearchParams', 'Request', 'Response', 'Blob', 'File', 'WebAssembly'];
console.log(names.every((name) => name in globalThis && Object.hasOwn(globalThis, name)));
globalThis.Response = 'mine'; delete globalThis.File;
console.log(typeof Request, Response, typeof File, await new Blob(['late']).text());
class Address extends URL {} console.log(new Address('http://a/?b=c').searchParams instanceof URLSearchParams);
console.log((await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))) instanceof WebAssembly.Module);
console.log((await crypto.subtle.digest('SHA-1', new Uint8Array(1))).byteLength);`;
    const output = 'true\nfunction mine undefined late\ntrue\ntrue\n20\n';
    expect(await runProgram('lazy.mjs', source)).toEqual({ exitCode: 0, output });
  });

  it('ends a thread that runs for ever', async () => {
    const source = `import { Worker } from 'node:worker_threads'; import { once } from 'node:events';
const worker = new Worker('require("worker_threads").parentPort.postMessage("up"); for (;;);', { eval: true });
console.log((await once(worker, 'message'))[0], await worker.terminate());`;
    expect(await runProgram('endless.mjs', source)).toEqual({ exitCode: 0, output: 'up 1\n' });
  });

  it('takes its clock from no global that a program replaces, as esbuild-wasm does', async () => {
    const source = `globalThis.performance = { now: () => { const [s, n] = process.hrtime(); return s * 1e3 + n / 1e6; } };
const first = performance.now();
console.time('timer');
setTimeout(() => console.log(performance.now() > first, process.hrtime.bigint() > 0n, require('os').uptime() >= 0), 2);`;
    expect(await runProgram('clock.cjs', source)).toEqual({ exitCode: 0, output: 'true true true\n' });
  });

  it('keeps AsyncLocalStorage wherever Node 22 does', async () => {
    await client.inPage(async (text) => (await booted()).fs.writeFile('late.mjs', text), fixture('async-context/late.mjs'));
    const { output } = await runProgram('table.mjs', fixture('async-context/table.mjs'));
    // Within a row, the order differs where both sides of a connection are notified at once.
    const rows = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((row) => row.replace(/: .*/, (seen) => seen.split(' ').sort().join(' ')));
    const isComparable = (row: string) => !otherwise.some((name) => row.startsWith(`${name}:`));
    expect(rows(output).filter(isComparable)).toEqual(rows(fixture('async-context/native-22.txt')).filter(isComparable));
  }, 60_000);

  it('evaluates code as Node does, and keeps AsyncLocalStorage in it', async () => {
    await client.inPage(async (text) => (await booted()).fs.writeFile('late.mjs', text), fixture('evaluated/late.mjs'));
    const { output } = await runProgram('evaluated.cjs', fixture('evaluated/evaluated.cjs'));
    expect(output).toBe(fixture('evaluated/native-22.txt'));
  });

  it('has builtins that use no global that a program has replaced', async () => {
    const { output } = await runProgram('replaced.cjs', fixture('primordials/replaced.cjs'));
    const lines = output.split('\n').filter((line) => /^[a-z_ ]+: /.test(line));
    expect(lines.length).toBeGreaterThan(25);
    // A program may replace a port's class, which converts the browser's ports.
    expect(lines.filter((line) => !line.endsWith(': '))).toEqual(['worker_threads: MessagePort']);
  }, 60_000);

  it('carries AsyncLocalStorage over await and then', async () => {
    const source = `import { AsyncLocalStorage } from 'node:async_hooks';
const storage = new AsyncLocalStorage();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const results = await Promise.all(['a', 'b'].map((id) => storage.run(id, async () => {
  await pause(id === 'a' ? 20 : 5);
  const seen = [storage.getStore()];
  await pause(1).then(() => seen.push(storage.getStore()));
  try { await Promise.reject(new Error('no')); } catch { seen.push(storage.getStore()); }
  return seen.join('');
})));
console.log(results.join(' '), storage.getStore());`;
    expect(await runProgram('context.mjs', source)).toEqual({ exitCode: 0, output: 'aaa bbb undefined\n' });
  });

  it('runs tests, with mocked time, and tells how they went', async () => {
    const source = `import { test, mock } from 'node:test'; import assert from 'node:assert';
test('time', (t) => { t.mock.timers.enable({ apis: ['setTimeout', 'Date'] }); const f = mock.fn(); setTimeout(f, 1000); t.mock.timers.tick(1000); assert.equal(f.mock.callCount(), 1); assert.equal(Date.now(), 1000); });
test('fails', () => assert.equal(1, 2));`;
    const { exitCode, output } = await runProgram('time.test.mjs', source, ['--test']);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^TAP version 13\n# Subtest: time\nok 1 - time\n/);
    expect(output).toContain('# pass 1\n# fail 1\n');
  });

  it('ends the test that leaves a rejection behind, and runs the others', async () => {
    const source = `import { test } from 'node:test';
test('rejects aside', async () => { Promise.reject(new Error('aside')); await new Promise((resolve) => setTimeout(resolve, 50)); });
test('is run', () => {});`;
    const { output, exitCode } = await runProgram('aside.test.mjs', source);
    expect(exitCode).toBe(1);
    expect(output).toMatch(
      /^not ok 1 - rejects aside\n[\s\S]*failureType: 'unhandledRejection'\n[\s\S]*^ok 2 - is run\n[\s\S]*^# pass 1\n# fail 1\n/m,
    );
  });

  it('stays while a stream of a Blob is read, and says in the compiler’s words where a module is wrong', async () => {
    const source = `process.on('beforeExit', () => console.log('ends'));
(async () => {
  const zipped = new Blob(['value'.repeat(1000)]).stream().pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip'));
  let length = 0;
  for await (const chunk of zipped) length += chunk.length;
  for await (const chunk of new Response(new Blob(['abc'])).body) length += chunk.length;
  console.log(length, new Response(new Blob([], { type: 'text/x' })).headers.get('content-type'));
  console.log([...new Response(new Blob(['x']), { headers: { a: 'b' } }).headers].join());
  require('fs').writeFileSync('wrong.mjs', 'this is wrong');
  await import('./wrong.mjs').catch((error) => console.log(error.name, error.message));
})();`;
    const output = "5003 text/x\na,b\nSyntaxError Unexpected identifier 'is'\nends\n";
    expect(await runProgram('blob.cjs', source)).toEqual({ exitCode: 0, output });
  });

  it('compresses with brotli', async () => {
    const source = `const zlib = require('zlib'); console.log(zlib.brotliDecompressSync(zlib.brotliCompressSync('squeezed'.repeat(100))).length)`;
    expect(await runProgram('brotli.cjs', source)).toEqual({ exitCode: 0, output: '800\n' });
  });
});
