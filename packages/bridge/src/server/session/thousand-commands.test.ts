import { expect, it } from 'vitest';
import type { Machine } from '../../machine/machine.ts';
import { openTestMachine as openSshTestMachine } from '../../ssh/testing/test-machine.ts';
import { openConnection } from '../../testing/open-connection.ts';
import { startTestBridge } from '../../testing/started-bridge.ts';
import { openTestMachine, temporaryFolder } from '../../testing/temporary-folder.ts';

const COUNT = 1000;

interface Opened {
  machine: Machine;
  folder: string;
  close(): Promise<void>;
}

async function openLocal(): Promise<Opened> {
  const folder = await temporaryFolder();
  const machine = await openTestMachine(folder.path);
  return {
    machine,
    folder: folder.path,
    async close() {
      await machine.close();
      await folder.remove();
    },
  };
}

it.skipIf(process.platform === 'win32').each([
  ['this computer', openLocal],
  ['a server', openSshTestMachine],
])(`${COUNT} commands in a row on %s each give both streams and the exit code`, async (_name, open) => {
  const { machine, folder, close } = await open();
  const bridge = await startTestBridge(machine);
  const outputs = new Map<number, { stdout: string; stderr: string; code: number | null }>();
  let wake = (): void => undefined;
  const connection = openConnection(
    { port: () => bridge.server.port, origin: () => bridge.origin },
    {
      onMessage(message, bytes) {
        if (message.type === 'output') {
          const output = outputs.get(message.process);
          if (output !== undefined) output[message.stream] += new TextDecoder().decode(bytes);
          connection.send({ type: 'output-taken', process: message.process, bytes: bytes.byteLength });
        } else if (message.type === 'end') {
          const output = outputs.get(message.process);
          if (output !== undefined) output.code = message.end.type === 'exited' ? message.end.code : -1;
          wake();
        }
      },
    },
  );
  const wrong: unknown[] = [];
  for (let number = 0; number < COUNT; number += 1) {
    const output = { stdout: '', stderr: '', code: null as number | null };
    outputs.set(number, output);
    const ended = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await connection.ask({
      call: 'start',
      process: number,
      command: 'sh',
      args: ['-c', `echo out ${number}; echo err ${number} >&2; exit ${number % 256}`],
      cwd: folder,
      env: {},
      terminal: null,
      isPlain: false,
      isAgents: false,
      isErrorSeparate: true,
    });
    await ended;
    const isRight = output.stdout === `out ${number}\n` && output.stderr === `err ${number}\n` && output.code === number % 256;
    if (!isRight) wrong.push({ number, ...output });
  }
  expect(wrong).toEqual([]);
  connection.close('done');
  await bridge.close();
  await close();
});
