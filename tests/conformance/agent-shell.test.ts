import { describe, expect, it } from 'vitest';
import { stripEscapeCodes } from '../../app/lib/runtime/terminal-text.ts';
import { timeLimit } from '../setup/time-limit.ts';
import { itEngineOnly } from './harness/engine-only.ts';
import { shortCommand } from './harness/short-commands.ts';
import { useClient } from './harness/use-client.ts';

/** All commands with --long; otherwise every kind at least twice. */
const COUNT = process.env.CONFORMANCE_LONG ? 1_000 : 60;

const itsOwn = itEngineOnly('its kernel says between the lines of the output what waits, which stream it is and whose port has opened');

describe('the agent’s shell', () => {
  const client = useClient({ withAgent: true });

  it(`runs ${COUNT} short commands, each with its output and exit code`, async () => {
    const commands = Array.from({ length: COUNT }, (_, number) => shortCommand(number));
    const answers = await client.inPage(
      async (given) => {
        const results: { exitCode: number | null; output: string }[] = [];
        for (const command of given) {
          const { outcome } = await agentRun(command);
          results.push({ exitCode: outcome.status === 'completed' ? outcome.exitCode : null, output: outcome.output });
        }
        return results;
      },
      commands.map(({ command }) => command),
    );
    const wrong = commands.flatMap((expected, number) => {
      const { exitCode, output } = answers[number] ?? { exitCode: null, output: '' };
      const isRight = typeof expected.output === 'string' ? output === expected.output : expected.output.test(output);
      return isRight && exitCode === expected.exitCode ? [] : [{ number, ...expected, got: { exitCode, output: output.slice(0, 300) } }];
    });
    expect(wrong).toEqual([]);
  }, 600_000);

  itsOwn('finds out that a program asks, passes the answer on, and takes dots of a slow one for none', async () => {
    const source = `import readline from 'node:readline/promises';
      const ask = readline.createInterface({ input: process.stdin, output: process.stdout });
      const name = await ask.question('Project name: ');
      ask.close();
      process.stdout.write('making ' + name + '..');
      setTimeout(() => console.log(' done'), 3_000);`;
    const { outcome, wanted } = await client.inPage(async (text) => {
      const { runtime } = await agentRuntime();
      // The runtime's branded path type.
      await runtime.writeFile('ask.mjs' as Parameters<typeof runtime.writeFile>[0], new TextEncoder().encode(text));
      return agentRun('node ask.mjs', { answers: ['demo\r'] });
    }, source);
    const output = 'Project name: demo\r\nmaking demo.. done\r\n';
    expect(outcome).toEqual({ status: 'completed', exitCode: 0, output, errorParts: [] });
    expect(wanted).toEqual([{ processId: expect.any(String), prompt: 'Project name:' }]);
  });

  itsOwn('tells standard error from standard output, through pipes, redirections and children', async () => {
    const source = `import { spawnSync } from 'node:child_process';
      console.log('out');
      console.error('bad');
      spawnSync('node', ['-e', 'console.log("1"); console.error("2")'], { stdio: 'inherit' });
      process.stdout.write('end\\n');`;
    const both = await client.inPage(async (text) => {
      const { runtime } = await agentRuntime();
      // The runtime's branded path type.
      await runtime.writeFile('both.mjs' as Parameters<typeof runtime.writeFile>[0], new TextEncoder().encode(text));
      return (await agentRun('node both.mjs')).outcome;
    }, source);
    const streams = ({ output, errorParts = [] }: { output: string; errorParts?: readonly { from: number; to: number }[] }) => ({
      output: output.replaceAll('\r', ''),
      stderr: errorParts
        .map(({ from, to }) => output.slice(from, to))
        .join('')
        .replaceAll('\r', ''),
    });
    expect(streams(both)).toEqual({ output: 'out\nbad\n1\n2\nend\n', stderr: 'bad\n2\n' });
    const cases: [string, string, string][] = [
      ['echo a; echo b >&2; echo c', 'a\nb\nc\n', 'b\n'],
      ['{ echo a; echo b >&2; } 2>&1', 'a\nb\n', ''],
      ['{ echo a; echo b >&2; } 1>&2', 'a\nb\n', 'a\nb\n'],
      ['{ echo a; echo b >&2; } 2>/dev/null', 'a\n', ''],
      ['{ echo a; echo b >&2; } | sed s/^/x/', 'b\nxa\n', 'b\n'],
      ['{ echo a; echo b >&2; } 2>&1 | sed s/^/x/', 'xa\nxb\n', ''],
      ['echo a > /dev/stderr', 'a\n', 'a\n'],
      ['bash -c "bash -c \'echo deep >&2\'"', 'deep\n', 'deep\n'],
      ['(echo a >&2) 3>&2 2>/dev/null; { echo b >&3; } 3>&2', 'b\n', 'b\n'],
    ];
    const answers = await client.inPage(
      async (commands) => {
        const outcomes: Awaited<ReturnType<typeof agentRun>>['outcome'][] = [];
        for (const command of commands) outcomes.push((await agentRun(command)).outcome);
        return outcomes;
      },
      cases.map(([command]) => command),
    );
    expect(answers.map((outcome, number) => [cases[number]?.[0], ...Object.values(streams(outcome))])).toEqual(cases);
  });

  const LOOK = `node -e "const { stdin, stdout, stderr, env } = process;
    console.log([stdin, stdout, stderr].map((one) => one.isTTY === true), stdout.columns, stdin.setRawMode, env.TERM, env.COLORTERM, env.CI);
    console.log(require('tty').isatty(0), require('fs').fstatSync(0).isCharacterDevice())"; test -t 1; echo $?`;

  itsOwn('shows programs no terminal, and one where a call asks for it', async () => {
    const [plain, terminal] = await client.inPage(
      async (look) => [(await agentRun(look)).outcome, (await agentRun(look, { hasTerminal: true })).outcome] as const,
      LOOK,
    );
    expect(plain.output.replaceAll('\r', '')).toBe(
      '[ false, false, false ] undefined undefined undefined undefined undefined\nfalse true\n1\n',
    );
    expect(stripEscapeCodes(terminal.output)).toBe(
      '[ true, true, true ] 120 [Function: setRawMode] xterm-256color truecolor undefined\ntrue true\n0\n',
    );
  });

  it('sends a Ctrl-C to each program once, where npm is between', async () => {
    const source = `let count = 0;
      process.on('SIGINT', () => { count++; setTimeout(() => { console.log('times ' + count); process.exit(0); }, 500); });
      console.log('up');
      setInterval(() => {}, 1000);`;
    const log = await client.inPage(async (text) => {
      const { runtime } = await agentRuntime();
      const write = (path: string, content: string) =>
        // Makes a path as the runtime does.
        runtime.writeFile(path as Parameters<typeof runtime.writeFile>[0], new TextEncoder().encode(content));
      await write('count.mjs', text);
      await write('package.json', JSON.stringify({ scripts: { count: 'node count.mjs' } }));
      const { outcome } = await agentRun('npm run --silent count', { timeoutMs: 3_000 });
      const processId = 'processId' in outcome ? outcome.processId : '';
      await runtime.processes.interrupt(processId);
      return until(async () => {
        const printed = (await runtime.processes.log(processId)).text;
        return printed.includes('times') ? printed : null;
      });
    }, source);
    expect(log).toBe('up\ntimes 1\n');
  });

  itsOwn('shows nothing of a password, and says that it must not be shown', async () => {
    const { outcome, wanted } = await client.inPage(() =>
      agentRun('read -s -p "Password: " word; echo; echo "${#word} characters"', { answers: ['secret\r'] }),
    );
    expect(wanted).toMatchObject([{ prompt: 'Password:', isHidden: true }]);
    expect(outcome).toMatchObject({ status: 'completed', output: 'Password: \r\n6 characters\r\n' });
  });

  itsOwn('hands a command that nobody answers over as a background process, which can be answered then', async () => {
    const { outcome, ended } = await client.inPage(async () => {
      const asked = await agentRun('read -p "Name: " name; echo "hello $name"', { timeoutMs: 3_000 });
      const { runtime } = await agentRuntime();
      const processId = 'processId' in asked.outcome ? asked.outcome.processId : '';
      await runtime.processes.write(processId, 'you\r');
      const exitCode = await until(async () => {
        const found = (await runtime.processes.list()).find((one) => one.processId === processId);
        return found?.exitCode !== null && found?.exitCode !== undefined ? String(found.exitCode) : null;
      });
      return { outcome: asked.outcome, ended: { exitCode, log: (await runtime.processes.log(processId)).text } };
    });
    expect(outcome).toMatchObject({ status: 'running', waitsFor: { prompt: 'Name:' } });
    expect(ended).toEqual({ exitCode: '0', log: 'Name: you\nhello you\n' });
  });

  itsOwn('tells whose port has opened: that of a server in the background is not the next command’s', async () => {
    const { server, other, background } = await client.inPage(async () => {
      const listen = (port: number, after: number) =>
        `node -e "setTimeout(() => require('http').createServer((q, s) => s.end('x')).listen(${port}, () => console.log('up')), ${after})"`;
      const first = await agentRun(`${listen(4100, 1_500)} & echo started`);
      const second = await agentRun('sleep 3; echo slept');
      const third = await agentRun(listen(4200, 0));
      const { runtime } = await agentRuntime();
      const list =
        (await until(async () => {
          const all = await runtime.processes.list();
          return all.some(({ ports }) => ports[0]?.port === 4100) ? all : null;
        })) ?? [];
      for (const { processId, exitCode } of list) if (exitCode === null) await runtime.stopProcess(processId);
      return {
        server: third.outcome,
        other: second.outcome,
        background: [first.outcome.status, list.flatMap(({ ports }) => ports.map(({ port }) => port))],
      };
    });
    expect(other).toMatchObject({ status: 'completed', exitCode: 0, output: 'slept\r\n' });
    expect(server).toMatchObject({ status: 'running', ports: [{ port: 4200, url: expect.stringContaining('p4200') }] });
    expect(background).toEqual(['running', [4100, 4200]]);
  });

  it.each([
    ['sleeps', 'echo go; sleep 100'],
    ['computes', 'node -e "console.log(\'go\'); for (;;);"'],
    ['prints without end', 'yes go'],
    ['ignores SIGINT', "node -e \"process.on('SIGINT', () => {}); console.log('go'); setInterval(() => {}, 1000)\""],
    [
      'ignores SIGINT and SIGTERM',
      "node -e \"for (const s of ['SIGINT', 'SIGTERM']) process.on(s, () => {}); console.log('go'); setInterval(() => {}, 1000)\"",
    ],
    ['is a shell that traps both', "trap '' INT TERM; echo go; while true; do sleep 1; done"],
  ])('a command that %s is ended by a stop, and the next one runs', async (_what, command) => {
    const { stopped, milliseconds, next, left } = await client.inPage(async (given) => {
      const run = await agentRun(given, { stopAfter: { text: 'go', milliseconds: 100 } });
      const after = await agentRun('echo next');
      const listed = await agentRun('ps');
      return {
        stopped: run.outcome.status,
        milliseconds: run.stopMilliseconds,
        next: after.outcome,
        left: listed.outcome.output.match(/console\.log\('go'\)|echo go|yes go/g),
      };
    }, command);
    expect(stopped).toBe('cancelled');
    expect(milliseconds).toBeLessThan(timeLimit(200));
    expect(next).toMatchObject({ status: 'completed', exitCode: 0, output: 'next\r\n' });
    expect(left).toBeNull();
  });

  it('a session over it is stopped while a deaf program runs, with its call answered, and takes the next message', async () => {
    const command =
      "node -e \"for (const s of ['SIGINT', 'SIGTERM']) process.on(s, () => {}); console.log('go'); setInterval(() => {}, 1000)\"";
    const stop = await client.inPage((given) => agentSessionStop(given), command);
    expect(stop).toMatchObject({ statusAfterStop: 'idle', callStatus: 'cancelled', statusAtEnd: 'completed' });
    // The program itself has ended by the next command.
    expect(stop.processes).toContain('PID');
    expect(stop.processes).not.toContain('console.log');
    expect(stop.stopMilliseconds).toBeLessThan(timeLimit(200));
  });
});
