import { describe, expect, it } from 'vitest';
import { programPort } from './local-port.ts';

const LOCAL = { host: 'p3000-abc.run.ide.localhost:8788' };
const DEPLOYED = { host: 'p3000-abc.run.example.com' };

describe('programPort', () => {
  it.each([
    ['the page’s own address', 'ws://p3000-abc.run.ide.localhost:8788/hmr', LOCAL, 3000],
    ['the program’s port at the page’s name', 'ws://p3000-abc.run.ide.localhost:3000/ws', LOCAL, 3000],
    ['another program’s port at the page’s name', 'http://p3000-abc.run.ide.localhost:4000/api', LOCAL, 4000],
    ['a port of its own for updates', 'ws://p3000-abc.run.ide.localhost:24678/', LOCAL, 24_678],
    ['the page’s name without a port', 'ws://p3000-abc.run.ide.localhost/ws', LOCAL, 3000],
    ['another preview of the project', 'http://p4000-abc.run.ide.localhost:8788/', LOCAL, 4000],
    ['a secure socket at the name of a deployed preview', 'wss://p3000-abc.run.example.com/ws', DEPLOYED, 3000],
    ['the program’s port at the name of a deployed preview', 'wss://p3000-abc.run.example.com:3000/ws', DEPLOYED, 3000],
    ['localhost', 'http://localhost:4000/', LOCAL, 4000],
    ['localhost without a port', 'http://127.0.0.1/', LOCAL, 80],
    ['another project’s preview', 'ws://p3000-xyz.run.ide.localhost:3000/', LOCAL, null],
    ['the engine’s own page', 'http://run.ide.localhost:8788/headless', LOCAL, null],
    ['another machine', 'https://example.com:3000/', LOCAL, null],
  ])('knows the program of %s', (_, address, own, port) => {
    expect(programPort(new URL(address), own)).toBe(port);
  });
});
