import { spawn } from 'node:child_process';

/** Runs a native program to its end and returns the duration in milliseconds. Throws if the program fails. */
export async function runNative(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; onOutput?: (text: string) => void } = {},
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      options.onOutput?.(text);
    });
  }
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const milliseconds = performance.now() - startedAt;
  if (exitCode !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${exitCode}:\n${output.slice(-2000)}`);
  return milliseconds;
}
