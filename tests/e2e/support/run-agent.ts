import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface AgentRun {
  exitCode: number | null;
  /** The JSON lines of standard output. */
  events: readonly Record<string, unknown>[];
  output: string;
  log: string;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs `npm run agent` as a separate program. `interruptAfter` sends Ctrl-C once the output contains this text. */
export function runAgent(words: readonly string[], { interruptAfter }: { interruptAfter?: string } = {}): Promise<AgentRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/agent.ts', '--no-browser-sandbox', ...words], {
      cwd: ROOT,
      env: { ...process.env, INIT_CWD: ROOT },
    });
    let output = '';
    let log = '';
    let isInterrupted = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (interruptAfter === undefined || isInterrupted || !output.includes(interruptAfter)) return;
      isInterrupted = true;
      child.kill('SIGINT');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    child.once('error', reject);
    child.once('close', (exitCode) => {
      const lines = output.split('\n').filter((line) => line.startsWith('{'));
      resolve({ exitCode, events: lines.map((line) => JSON.parse(line)), output, log });
    });
  });
}
