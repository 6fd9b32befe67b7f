import { isSecretVariable } from 'devonz-engine-protocol/secret-variable';
import type { MachineProcess, MachineProcesses, ProcessRequest } from '../../machine/machine.ts';
import { findProgram } from './find-program.ts';
import { startOnTerminal } from './start-on-terminal.ts';
import { startWithPipes } from './start-with-pipes.ts';
import type { TerminalModule } from './terminal-module.ts';

export interface LocalProcessesOptions {
  /** The user's environment variables. */
  environment: Readonly<Record<string, string>>;
  platform: NodeJS.Platform;
  /** `null` if programs can only have pipes. */
  terminals: TerminalModule | null;
  later(work: () => void, milliseconds: number): () => void;
}

export interface LocalProcesses extends MachineProcesses {
  /** The processes that were started here, as leaders of their sessions. */
  readonly sessions: ReadonlySet<number>;
  endAll(): Promise<void>;
}

export function createLocalProcesses({ environment, platform, terminals, later }: LocalProcessesOptions): LocalProcesses {
  const sessions = new Set<number>();
  const running = new Set<MachineProcess>();
  const start = async (request: ProcessRequest): Promise<MachineProcess> => {
    const { command, args, cwd, terminal } = request;
    const own = request.hidesSecrets ? withoutSecrets(environment) : environment;
    const env: Record<string, string> = { ...own, PWD: cwd, ...request.env };
    const program = await findProgram({ command, cwd, env, platform });
    const common = { program, args, cwd, env, platform, later, onStart: (pid: number) => void sessions.add(pid) };
    const started =
      terminal === null || terminals === null
        ? await startWithPipes({ ...common, joinsErrors: request.joinsErrors ?? terminal !== null })
        : await startOnTerminal({ ...common, module: terminals, size: terminal });
    running.add(started);
    void started.end.then(() => running.delete(started));
    return started;
  };
  return {
    sessions,
    start,
    async endAll() {
      const ended = [...running].map((child) => {
        child.signal('SIGKILL');
        return child.end;
      });
      await Promise.all(ended);
    },
  };
}

function withoutSecrets(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSecretVariable(name)));
}
