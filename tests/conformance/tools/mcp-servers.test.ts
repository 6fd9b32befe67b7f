import { beforeAll, expect, it } from 'vitest';
import { outputOf, toolContext } from '../../../app/lib/tools/testing/run-tool.ts';
import { REFERENCE_SERVERS, REFERENCE_TOOLS, ROOTS_CALL } from '../../integration/mcp/support/reference-calls.ts';
import { isSettled, testMcp } from '../../integration/mcp/support/test-service.ts';
import { describeEngineOnly } from '../harness/engine-only.ts';
import { EngineProcesses } from '../harness/engine-process.ts';
import { useClient } from '../harness/use-client.ts';

/** Every tool of the official reference servers, fetched by `npx` and run in the engine, called as by the agent. */
describeEngineOnly('programs that are installed by its own npm')('MCP servers as programs', () => {
  const client = useClient();
  const processes = new EngineProcesses(client);
  const called = new Set<string>();
  beforeAll(() => processes.open());

  const startServer = async (command: string) => {
    const mcp = await testMcp([{ name: 'reference', isEnabled: true, transport: 'stdio', command }], {
      startProcess: (server, environment) => processes.spawn(server.command, environment),
    });
    mcp.service.start();
    mcp.service.startCommands();
    expect(await mcp.state('reference', isSettled)).toEqual({ status: 'needs-confirmation', command });
    await mcp.service.confirmMcpCommand('reference', `${command} --else`);
    expect(await mcp.state('reference', isSettled)).toMatchObject({ status: 'needs-confirmation' });
    await mcp.service.confirmMcpCommand('reference', command);
    return mcp;
  };

  it.each(REFERENCE_SERVERS)(
    'all tools of $name answer',
    async (server) => {
      const folder = '/home/project';
      const mcp = await startServer(['npx -y', `@modelcontextprotocol/${server.name}`, ...server.args(folder)].join(' '));
      expect(await mcp.state('reference', isSettled)).toMatchObject({ status: 'ready', via: 'stdio', remarks: [] });
      const calls = [...server.calls(folder), ...(server.name === 'server-everything' ? [ROOTS_CALL] : [])];
      const tools = mcp.service.tools();
      expect(tools).toHaveLength(calls.length);
      for (const [name, input] of calls) {
        const tool = tools.find((one) => one.description.startsWith(`${name},`));
        if (tool === undefined) throw new Error(`${server.name} does not offer ${name}.`);
        const output = await outputOf(tool, input, toolContext());
        expect(output, name).toMatchObject({ tool: name, isUntrusted: true });
        expect(output, name).not.toHaveProperty('isError');
        called.add(`${server.name} ${name}`);
      }
      await mcp.close();
    },
    240_000,
  );

  it('these are all of their tools', () => {
    expect(called.size).toBe(REFERENCE_TOOLS + 1);
  });

  it('a command that is no server says what it printed', async () => {
    const mcp = await startServer('echo nothing to see; exit 3');
    const state = await mcp.state('reference', isSettled);
    expect(state).toMatchObject({ status: 'failed' });
    expect(state.status === 'failed' ? state.why : '').toMatch(/exit code 3\. It printed: nothing to see Check the command/);
    await mcp.close();
  });

  it('a server that someone ends is connected again, and one that is switched off leaves no program behind', async () => {
    const mcp = await startServer('npx -y @modelcontextprotocol/server-memory');
    expect(await mcp.state('reference', isSettled)).toMatchObject({ status: 'ready' });
    const gone = mcp.state('reference', ({ status }) => status === 'failed');
    processes.endAll();
    expect(await gone).toMatchObject({ why: expect.stringContaining('connected again in 2 s') });
    expect(await mcp.state('reference', ({ status }) => status === 'ready')).toMatchObject({ status: 'ready' });
    await mcp.service.disconnectMcpServer('reference');
    expect(await processes.allEnded()).toBe(true);
    const { output } = await client.inPage(() => runToEnd('ps'));
    expect(output).not.toContain('server-memory');
    await mcp.close();
  }, 120_000);
});
