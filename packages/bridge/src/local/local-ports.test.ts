import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../machine/machine.ts';
import { ownProcesses } from '../machine/own-processes.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { parseLinuxTable, parseLsof, parseNetstat } from './ports/listening-port.ts';
import { parseProcessRow } from './process/signal-session.ts';

describe('the tables of systems', () => {
  it('are read: Linux, macOS, Windows in any language', () => {
    const linux = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41234 1 0000000000000000 100 0 0 10 0
   1: 0100007F:0BB8 0100007F:A0F2 01 00000000:00000000 00:00000000 00000000  1000        0 41235 1 0000000000000000 20 4 30 10 -1
`;
    expect(parseLinuxTable(linux)).toEqual([{ port: 3000, inode: '41234' }]);
    expect(parseLsof('p812\nf23\nn127.0.0.1:5173\nn[::1]:5173\nn*:3000\n').map(({ port }) => port)).toEqual([5173, 3000]);
    const windows = `
  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    0.0.0.0:135            0.0.0.0:0              ABHÖREN          1112
  TCP    127.0.0.1:3000         127.0.0.1:50211        HERGESTELLT      900
  TCP    [::1]:5173             [::]:0                 ABHÖREN          4300
`;
    expect(parseNetstat(windows).map(({ port }) => port)).toEqual([135, 5173]);
  });

  it('of processes tell whose child is whose, whatever a program is called', () => {
    expect(parseProcessRow('42 (a) b) (c) S 7 42 40 0 -1 4194304')).toEqual({ pid: 42, parent: 7, session: 40, terminalGroup: -1 });
    const rows = [
      { pid: 1, parent: 0, session: 1, terminalGroup: -1 },
      { pid: 10, parent: 1, session: 10, terminalGroup: -1 },
      { pid: 11, parent: 10, session: 10, terminalGroup: -1 },
      { pid: 12, parent: 11, session: 12, terminalGroup: -1 },
      { pid: 20, parent: 1, session: 20, terminalGroup: -1 },
    ];
    expect([...ownProcesses(rows, new Set([10]))]).toEqual([
      [10, 10],
      [11, 10],
      [12, 10],
    ]);
  });
});

describe.skipIf(process.platform !== 'linux')('ports of this computer', () => {
  let folder: TemporaryFolder;
  let machine: Machine;
  beforeAll(async () => {
    folder = await temporaryFolder();
    machine = await openTestMachine(folder.path);
  });
  afterAll(async () => {
    await machine.close();
    await folder.remove();
  });

  it('are reported when a program of ours opens and closes them, also one of a grandchild on IPv6 alone, and can be connected to', async () => {
    const told: string[] = [];
    let wake = (): void => undefined;
    const stop = machine.ports.watch((port, type) => {
      told.push(`${type} ${port}`);
      wake();
    });
    const source = `const server = require('net').createServer((s) => { s.end('hello'); server.close(); });
      server.listen(0, '::1', () => console.log(server.address().port));`;
    const child = await machine.processes.start({
      command: 'sh',
      args: ['-c', `setsid "$0" -e "$1"; true`, process.execPath, source],
      cwd: folder.path,
      env: {},
      terminal: null,
    });
    const { value } = await child.output[Symbol.asyncIterator]().next();
    const port = Number(new TextDecoder().decode(value?.bytes));
    const until = async (wanted: string) => {
      while (!told.includes(wanted)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    await until(`open ${port}`);
    let text = '';
    for await (const part of await machine.ports.connect(port)) text += String(part);
    expect(text).toBe('hello');
    await until(`close ${port}`);
    stop();
    await expect(machine.ports.connect(1)).rejects.toThrow('ECONNREFUSED');
  });
});
