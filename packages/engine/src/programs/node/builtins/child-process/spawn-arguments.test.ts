import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

/** The error that each call throws, recorded from native Node 22. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['spawn()', 'ERR_INVALID_ARG_TYPE: The "file" argument must be of type string. Received undefined'],
  ["spawn('')", "ERR_INVALID_ARG_VALUE: The argument 'file' cannot be empty. Received ''"],
  ["spawn('a', 'b')", 'ERR_INVALID_ARG_TYPE: The "args" argument must be of type object. Received type string (\'b\')'],
  ["spawn('a', [], null)", 'ERR_INVALID_ARG_TYPE: The "options" argument must be of type object. Received null'],
  ["spawn('a', ['b\\0c'])", "ERR_INVALID_ARG_VALUE: The argument 'args[0]' must be a string without null bytes. Received 'b\\x00c'"],
  [
    "spawn('a', { shell: 1 })",
    'ERR_INVALID_ARG_TYPE: The "options.shell" property must be one of type boolean or string. Received type number (1)',
  ],
  [
    "spawn('a', { detached: 'y' })",
    'ERR_INVALID_ARG_TYPE: The "options.detached" property must be of type boolean. Received type string (\'y\')',
  ],
  ["spawn('a', { argv0: [] })", 'ERR_INVALID_ARG_TYPE: The "options.argv0" property must be of type string. Received an instance of Array'],
  ["spawn('a', { timeout: -1 })", 'ERR_OUT_OF_RANGE: The value of "timeout" is out of range. It must be an unsigned integer. Received -1'],
  ["spawn('a', { killSignal: 'SIGNO' })", 'ERR_UNKNOWN_SIGNAL: Unknown signal: SIGNO'],
  ["spawn('a', { stdio: 'none' })", "ERR_INVALID_ARG_VALUE: The argument 'stdio' is invalid. Received 'none'"],
  ["spawn('a', { stdio: [0, 1, 2, 'ipc', 'ipc'] })", 'ERR_IPC_ONE_PIPE: Child process can have only one IPC pipe'],
  [
    "spawn('a', { serialization: 'xml' })",
    "ERR_INVALID_ARG_VALUE: The property 'options.serialization' must be one of: undefined, 'json', 'advanced'. Received 'xml'",
  ],
  ["spawn('a', { uid: 0 })", 'EPERM: spawn EPERM'],
  ['exec(1)', 'ERR_INVALID_ARG_TYPE: The "command" argument must be of type string. Received type number (1)'],
  ["execFile('a', [], {}, 1)", 'ERR_INVALID_ARG_TYPE: The "callback" argument must be of type function. Received type number (1)'],
  [
    "exec('a', { maxBuffer: -1 })",
    'ERR_OUT_OF_RANGE: The value of "options.maxBuffer" is out of range. It must be a positive number. Received -1',
  ],
  [
    "promisify(exec)('a', { signal: {} })",
    'ERR_INVALID_ARG_TYPE: The "options.signal" property must be an instance of AbortSignal. Received an instance of Object',
  ],
  ["fork('a', 1)", 'ERR_INVALID_ARG_TYPE: The "args" argument must be an instance of Array. Received type number (1)'],
  [
    "fork('a', { stdio: [0, 1, 2] })",
    "ERR_CHILD_PROCESS_IPC_REQUIRED: Forked processes must have an IPC channel, missing value 'ipc' in options.stdio",
  ],
  ["spawnSync('a', { stdio: [0, 1, 2, 'ipc'] })", 'ERR_IPC_SYNC_FORK: IPC cannot be used with synchronous forks'],
  [
    "spawnSync('a', { input: 1 })",
    'ERR_INVALID_ARG_TYPE: The "options.stdio[0]" property must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (1)',
  ],
  ['new ChildProcess().spawn()', 'ERR_INVALID_ARG_TYPE: The "options" argument must be of type object. Received undefined'],
  ["new ChildProcess().kill('SIGNO')", 'ERR_UNKNOWN_SIGNAL: Unknown signal: SIGNO'],
  [
    "send(Symbol('a'))",
    'ERR_INVALID_ARG_TYPE: The "message" argument must be one of type string, object, number, or boolean. Received type symbol (Symbol(a))',
  ],
  ["send('a', 'handle')", 'ERR_INVALID_HANDLE_TYPE: This handle type cannot be sent'],
  ["send('a', null, null)", 'ERR_INVALID_ARG_TYPE: The "options" argument must be of type object. Received null'],
];

const CHECK = `
const { spawn, exec, execFile, fork, spawnSync, ChildProcess } = require('child_process');
const { promisify } = require('util');
const child = fork('/child.js');
const send = (...args) => child.send(...args);
for (const expression of ${JSON.stringify(REFUSED.map(([expression]) => expression))}) {
  try {
    eval(expression);
    console.log('nothing: ' + expression);
  } catch (error) {
    console.log(error.code + ': ' + error.message);
  }
}
child.disconnect();
`;

const ENDINGS = `
const { exec, execFile, spawn } = require('child_process');
const say = (name) => (error, stdout, stderr) => console.log(name, error && (error.code ?? error.signal), error?.killed, stdout, stderr);
const endless = ['-e', 'console.log("x".repeat(100)); setInterval(() => {}, 1000)'];
(async () => {
  await new Promise((done) => execFile('node', ['-e', 'setInterval(() => {}, 1000)'], { timeout: 50 }, (...told) => done(say('timeout')(...told))));
  await new Promise((done) => execFile('node', endless, { maxBuffer: 10 }, (...told) => done(say('maxBuffer')(...told))));
  const stop = new AbortController();
  await new Promise((done) => {
    const child = execFile('node', endless, { signal: stop.signal }, (error, stdout) => {
      done(console.log(error.name, error.code, error.cause, stdout.length));
    });
    child.stdout.once('data', () => stop.abort('why'));
  });
  await new Promise((done) => execFile('node', ['-p', '"é"'], { encoding: 'latin1' }, (...told) => done(say('latin1')(...told))));
  await new Promise((done) => execFile('node', ['-p', '1'], { encoding: 'buffer' }, (...told) => done(say('buffer')(...told))));
  await new Promise((done) => execFile('absent', (error) => done(console.log(error.code, error.cmd, error.syscall))));
  const late = spawn('node', ['-e', 'process.send({ a: 1 }); process.exit()'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const order = [];
  for (const name of ['message', 'exit', 'close']) late.on(name, () => order.push(name));
  await new Promise((done) => late.on('close', done));
  console.log(order.at(-1), order.includes('message'), late.connected, late.channel);
})();
`;

describe('child_process', () => {
  it('refuses what native Node refuses, in its words', async () => {
    const files = { '/child.js': "process.on('message', () => {})" };
    const { stdout, stderr } = await createTestKernel({ programs: { node }, files }).run(['node', '-e', CHECK]);
    expect(stdout.trim().split('\n')).toEqual(REFUSED.map(([, said]) => said));
    expect(stderr).toBe('');
  });

  it('ends a child that is late or says too much, gives its output in the encoding, and its last message', async () => {
    const { stdout, stderr } = await createTestKernel({ programs: { node } }).run(['node', '-e', ENDINGS]);
    expect(stdout).toBe(
      [
        'timeout SIGTERM true  ',
        'maxBuffer ERR_CHILD_PROCESS_STDIO_MAXBUFFER undefined xxxxxxxxxx ',
        'AbortError ABORT_ERR why 101',
        'latin1 null undefined Ã©\n ',
        'buffer null undefined <Buffer 31 0a> <Buffer >',
        'ENOENT absent spawn absent',
        'close true false null',
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('');
  });
});
