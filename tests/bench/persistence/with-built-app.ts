import { type AppServer, startAppServer } from '../../e2e/support/app-server.ts';

/** Serves the built app while `work` runs. */
export async function withBuiltApp<Result>(port: number, work: (server: AppServer) => Promise<Result>): Promise<Result> {
  const server = await startAppServer({}, port);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
