import { expect, it } from 'vitest';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

const RULES = `
const { MessageChannel, MessagePort, BroadcastChannel, Worker, receiveMessageOnPort, markAsUntransferable, moveMessagePortToContext } = require('worker_threads');
const { once } = require('events');
const refused = (call) => {
  try {
    call();
    console.log('nothing: ' + call);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
(async () => {
  const { port1, port2 } = new MessageChannel();
  const closed = new MessageChannel();
  closed.port1.close();
  const marked = new ArrayBuffer(1);
  markAsUntransferable(marked);
  const bytes = new ArrayBuffer(4);
  refused(() => MessageChannel());
  refused(() => new MessagePort());
  refused(() => port1.postMessage());
  refused(() => port1.postMessage(1, 'list'));
  refused(() => port1.postMessage(1, { transfer: 1 }));
  refused(() => port1.postMessage(1, [port1]));
  refused(() => port1.postMessage(1, [closed.port1]));
  refused(() => port1.postMessage(1, [bytes, bytes]));
  refused(() => port1.postMessage(1, [marked]));
  refused(() => receiveMessageOnPort({}));
  refused(() => moveMessagePortToContext(closed.port1, {}));
  refused(() => new BroadcastChannel());
  refused(() => new Worker('', { eval: true, env: 1 }));
  refused(() => new Worker('', { eval: true, execArgv: ['--no-such-option'] }));
  refused(() => new Worker('', { eval: true, execArgv: ['--title=a'] }));
  refused(() => new Worker('data:text/javascript,1'));
  console.log(bytes.byteLength, Object.getOwnPropertyNames(MessagePort.prototype).sort().join());

  // One at a time: none of what came in between is lost.
  for (const text of ['a', 'b', 'c']) port1.postMessage(text);
  for (let index = 0; index < 3; index++) {
    console.log((await once(port2, 'message'))[0]);
    await new Promise(setImmediate);
  }
  port2.addEventListener('message', (event) => console.log(event.target === port2, event.ports.length), { once: true });
  port1.postMessage({ port: closed.port2 === port1 }, []);
  await new Promise((done) => setTimeout(done, 20));
  port2.emit('custom', 'nobody listens');
  port2.addEventListener('custom', (event) => console.log(event.detail));
  port2.emit('custom', 'detail');
  port1.close(() => console.log('closed'));
})();
`;

it('ports and threads refuse what Node refuses, and a port keeps what comes while nobody listens', async () => {
  const { stdout, stderr } = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', RULES]);
  expect(stdout.trim().split('\n')).toEqual([
    'TypeError ERR_CONSTRUCT_CALL_REQUIRED Class constructor MessageChannel cannot be invoked without `new`',
    'TypeError ERR_CONSTRUCT_CALL_INVALID Constructor cannot be called',
    'TypeError ERR_MISSING_ARGS The "message" argument must be specified',
    'TypeError ERR_INVALID_ARG_TYPE Optional transferList argument must be an iterable',
    'TypeError ERR_INVALID_ARG_TYPE Optional options.transfer argument must be an iterable',
    'DataCloneError 25 Transfer list contains source port',
    'DataCloneError 25 MessagePort in transfer list is already detached',
    'DataCloneError 25 Transfer list contains duplicate ArrayBuffer',
    'DataCloneError 25 Cannot transfer object of unsupported type.',
    'TypeError ERR_INVALID_ARG_TYPE The "port" argument must be a MessagePort instance',
    'Error ERR_CLOSED_MESSAGE_PORT Cannot send data on closed MessagePort',
    'TypeError ERR_MISSING_ARGS The "name" argument must be specified',
    'TypeError ERR_INVALID_ARG_TYPE The "options.env" property must be of type object or one of undefined, null, or worker_threads.SHARE_ENV. Received type number (1)',
    'Error ERR_WORKER_INVALID_EXEC_ARGV Initiated Worker with invalid execArgv flags: --no-such-option',
    'Error ERR_WORKER_INVALID_EXEC_ARGV Initiated Worker with invalid execArgv flags: --title=a',
    "TypeError ERR_WORKER_PATH The worker script or module filename must be an absolute path or a relative path starting with './' or '../'. Wrap data: URLs with `new URL`. Received \"data:text/javascript,1\"",
    '4 close,constructor,hasRef,onmessage,onmessageerror,postMessage,ref,start,unref',
    'a',
    'b',
    'c',
    'true 0',
    'detail',
    'closed',
  ]);
  expect(stderr).toBe('');
});

const THREADS = `
const { Worker, postMessageToThread, threadId, SHARE_ENV } = require('worker_threads');
const outcome = (promise) => promise.then(() => 'done', (error) => error.code);
const start = (code, options) => new Worker(code, { eval: true, ...options });
(async () => {
  process.env.BEFORE = 'parent';
  const sharing = start("console.log(process.env.BEFORE); process.env.SET = 'by thread'; delete process.env.BEFORE; setTimeout(() => {}, 50)", { env: SHARE_ENV });
  await new Promise((done) => sharing.on('exit', done));
  console.log(process.env.SET, 'BEFORE' in process.env);

  const nested = start(\`
    const { Worker, parentPort } = require('worker_threads');
    const inner = new Worker("const { parentPort } = require('worker_threads'); process.on('workerMessage', (value, from) => { if (value === 'throw') throw new Error('no'); console.log(value, from); }); parentPort.on('message', () => parentPort.close()); parentPort.postMessage(1)", { eval: true });
    inner.on('message', () => parentPort.postMessage(inner.threadId));
    parentPort.on('message', () => { inner.postMessage(1); parentPort.close(); });
  \`);
  const inner = await new Promise((done) => nested.once('message', done));
  console.log(inner - nested.threadId);
  console.log(await outcome(postMessageToThread(inner, 'hello')));
  console.log(await outcome(postMessageToThread(inner, 'throw')));
  console.log(await outcome(postMessageToThread(nested.threadId, 'unheard')));
  console.log(await outcome(postMessageToThread(12345, 'nobody')));
  console.log(await outcome(postMessageToThread(threadId, 'itself')));
  nested.postMessage('end');
  await new Promise((done) => nested.on('exit', done));

  const late = start('setInterval(() => {}, 1000)');
  console.log(late.resourceLimits.stackSizeMb > 0);
  await new Promise((done) => late.terminate((error, exitCode) => done(console.log(error, exitCode))));
  console.log(late.resourceLimits, late.threadId);

  const caught = start("process.on('uncaughtException', (error) => { process.exitCode = 7; }); require('worker_threads').parentPort.once('message', () => { throw new Error('caught'); })");
  caught.postMessage(1);
  console.log(await new Promise((done) => caught.on('exit', done)));
})();
`;

it('threads share an environment, reach each other by number, and end with what they are', async () => {
  const { stdout, stderr } = await createTestKernel({ programs: { node: await loadNodeProgram() } }).run(['node', '-e', THREADS]);
  expect(stdout.trim().split('\n')).toEqual([
    'parent',
    'by thread false',
    '1',
    'hello 0',
    'done',
    'ERR_WORKER_MESSAGING_ERRORED',
    'ERR_WORKER_MESSAGING_FAILED',
    'ERR_WORKER_MESSAGING_FAILED',
    'ERR_WORKER_MESSAGING_SAME_THREAD',
    'true',
    'null 1',
    '{} -1',
    '7',
  ]);
  expect(stderr).toContain('DEP0132');
});
