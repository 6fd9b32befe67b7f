import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findPort } from '../../../scripts/serve/find-port.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface BenchServer {
  port: number;
  pid: number;
  appOrigin: string;
  startMs: number;
  stop(): Promise<void>;
}

/** Starts the built app as a user does, with this provider only. */
export async function startBenchServer(providerUrl: string, firstPort: number): Promise<BenchServer> {
  const port = await findPort(firstPort);
  const start = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      OPENAI_API_KEY: 'bench-key-0',
      OPENAI_BASE_URL: providerUrl,
      OPENAI_API: 'chat',
      OPENAI_MODELS: 'bench',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data) => String(data).includes('Devonz: http') && resolve());
    child.once('exit', (code) => reject(new Error(`The server ended (${code}).`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    appOrigin: `http://ide.localhost:${port}`,
    startMs: Math.round(performance.now() - start),
    async stop() {
      child.kill();
      await exited;
    },
  };
}
