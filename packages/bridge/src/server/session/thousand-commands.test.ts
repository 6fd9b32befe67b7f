import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Machine } from '../../machine/machine.ts';
import { openConnection } from '../../testing/open-connection.ts';
import { type StartedBridge, startTestBridge } from '../../testing/started-bridge.ts';
import { openTestMachine, type TemporaryFolder, temporaryFolder } from '../../testing/temporary-folder.ts';

const COUNT = 1000;

let folder: TemporaryFolder;
let machine: Machine;
let bridge: StartedBridge;
beforeAll(async () => {
  folder = await temporaryFolder();
  machine = await openTestMachine(folder.path);
  bridge = await startTestBridge(machine);
});
afterAll(async () => {
  await bridge.close();
  await machine.close();
  await folder.remove();
});

it.skipIf(process.platform === 'win32')(`${COUNT} commands in a row each give both streams and the exit code`, async () => {
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
      cwd: folder.path,
      env: {},
      terminal: null,
      isPlain: false,
      isErrorSeparate: true,
    });
    await ended;
    const isRight = output.stdout === `out ${number}\n` && output.stderr === `err ${number}\n` && output.code === number % 256;
    if (!isRight) wrong.push({ number, ...output });
  }
  expect(wrong).toEqual([]);
  connection.close('done');
});
