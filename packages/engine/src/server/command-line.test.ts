import { expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

const ORIGIN = 'http://app.engine.localhost:5173';
const read = (line: string) => readCommandLine(line.split(' ').filter((word) => word !== ''));

test('serve has a default for everything but the pages that may boot the engine', () => {
  expect(read(`serve --allow-origin ${ORIGIN}/ --allow-origin https://b.example`)).toEqual({
    kind: 'serve',
    port: 8789,
    address: '127.0.0.1',
    host: 'engine.localhost',
    allowedOrigins: [ORIGIN, 'https://b.example'],
    registry: undefined,
  });
});

test('a registry can be named, or done without', () => {
  expect(read(`serve --allow-origin ${ORIGIN} --registry http://127.0.0.1:4873/`)).toMatchObject({ registry: 'http://127.0.0.1:4873/' });
  expect(read(`serve --allow-origin ${ORIGIN} --no-registry --host RUN.example.com --port 0`)).toMatchObject({
    registry: null,
    host: 'run.example.com',
    port: 0,
  });
});

test('help and version are given whatever else is said', () => {
  expect([read(''), read('--help'), read('serve --port x --help'), read('-v')].map(({ kind }) => kind)).toEqual([
    'help',
    'help',
    'help',
    'version',
  ]);
});

test.each([
  ['serve', 'Name the page that may boot the engine'],
  [`serve --allow-origin https://*.example.com`, 'not "https://*.example.com"'],
  [`serve --allow-origin example.com`, 'not "example.com"'],
  [`serve --allow-origin ${ORIGIN} --port 70000`, '--port takes a number from 0 to 65535, not "70000"'],
  [`serve --allow-origin ${ORIGIN} --port abc`, 'not "abc"'],
  [`serve --allow-origin ${ORIGIN} --host run.example.com:80`, '--host takes a name without a port'],
  [`serve --allow-origin ${ORIGIN} --registry file:///x`, '--registry takes an http or https address'],
  [`serve --allow-origin ${ORIGIN} --registry http://a.test --no-registry`, 'exclude each other'],
  [`serve ${ORIGIN}`, 'options only'],
  ['start', 'There is no command "start"'],
  ['--port 1', 'Say what to do'],
  ['serve --origin x', "Unknown option '--origin'"],
  ['serve --port', "'--port <value>' argument missing"],
])('%s is wrong, and says why', (line, why) => {
  const command = read(line);
  expect(command.kind === 'wrong' ? command.message : command.kind).toContain(why);
});
