import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { factsSchema } from './protocol/server-messages.ts';
import { startTestServer, type TestServer } from './ssh/testing/test-server.ts';
import { type BuiltProgram, builtProgram, type StartedProgram, startProgram } from './testing/built-program.ts';
import { CuttingProxy } from './testing/cutting-proxy.ts';
import { openInstance, runToEnd } from './testing/page-instance.ts';
import { randomOf } from './testing/random-of.ts';
import { type TemporaryFolder, temporaryFolder } from './testing/temporary-folder.ts';
import { beginWork } from './testing/witnessed-work.ts';

/** `npm test` makes a few of them; `DEVONZ_CUTS=100 DEVONZ_SEED=2 npm test -- --only bridge` makes that many. */
const CUTS = Number(process.env.DEVONZ_CUTS ?? 12);
const SEED = Number(process.env.DEVONZ_SEED ?? 1);
/** The network between page and bridge, and that between bridge and server, are cut; the bridge and the page are ended without a word. */
const SCENES = ['network', 'bridge', 'server', 'page'] as const;
const MOST_CHUNKS = 60;
const APP = 'http://ide.localhost:8788';
const PRINTED = /#bridge=(http:\/\/127\.0\.0\.1:(\d+))&token=([a-z2-7]{26})/;
const connectedSchema = z.strictObject({ facts: factsSchema, origin: z.string() });

let program: BuiltProgram;
let home: TemporaryFolder;
let server: TestServer;
let toServer: CuttingProxy;
let local: Bridge;
let overSsh: Bridge;
const started: StartedProgram[] = [];
const proxies: CuttingProxy[] = [];
const counts = { answered: 0, explained: 0 };
beforeAll(async () => {
  program = await builtProgram();
  home = await temporaryFolder();
  await mkdir(join(home.path, '.ssh'));
  server = await startTestServer({ home: home.path });
  toServer = await CuttingProxy.start(server.port);
  const config = `Host box\n  HostName 127.0.0.1\n  Port ${toServer.port}\n  User ada\n  StrictHostKeyChecking accept-new\n`;
  await writeFile(join(home.path, '.ssh/config'), config);
  local = await startBridge([]);
  overSsh = await startBridge(['--ssh', 'box']);
});
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill();
    await ended;
  }
  for (const proxy of proxies) proxy.close();
  toServer.close();
  await server.close();
  await program.remove();
  await home.remove();
});

interface Bridge {
  one: StartedProgram;
  origin: string;
  /** The network to it. */
  proxy: CuttingProxy;
}

/** A bridge as its user starts it. */
async function startBridge(args: readonly string[]): Promise<Bridge> {
  const one = startProgram(program.path, [...args, home.path, '--port', '0', '--stay', '--app', APP], {
    HOME: home.path,
    SSH_AUTH_SOCK: undefined,
  });
  started.push(one);
  const [, address = '', port = '', token = ''] = PRINTED.exec(await one.until(PRINTED)) ?? [];
  const answer = await fetch(`${address}/connect`, { method: 'POST', headers: { origin: APP }, body: JSON.stringify({ token }) });
  const { origin } = connectedSchema.parse(await answer.json());
  const proxy = await CuttingProxy.start(Number(port));
  proxies.push(proxy);
  return { one, origin, proxy };
}

/** Ends it so that it can say and close nothing, and starts another one in its place. */
async function killBridge({ one, proxy }: Bridge): Promise<Bridge> {
  one.child.kill('SIGKILL');
  await one.ended;
  const next = await startBridge([]);
  proxy.cut();
  return next;
}

async function playScene(scene: (typeof SCENES)[number], tag: string, chunks: number): Promise<string[]> {
  let bridge = scene === 'server' ? overSsh : local;
  const open = () => openInstance({ port: () => bridge.proxy.port, origin: () => bridge.origin });
  const page = await open();
  const work = beginWork(page, home.path, tag);
  const cutAt = scene === 'server' ? toServer : bridge.proxy;
  await Promise.race([cutAt.afterChunks(chunks), work.settled]);
  if (scene === 'network' || scene === 'server') cutAt.cut();
  else if (scene === 'page') page.teardown();
  else {
    local = await killBridge(bridge);
    bridge = local;
  }
  // A page that has gone waits for nothing any more.
  if (scene !== 'page') await work.settled;
  // The next command runs.
  const last = scene === 'page' ? await open() : page;
  const runNext = () => runToEnd(last, { command: 'sh', args: ['-c', 'echo on; exit 3'] });
  // A call before the page knows of the other bridge ends with words, too.
  const after = await (scene === 'bridge' ? runNext().catch(runNext) : runNext());
  const { answered, explained } = work.counts();
  counts.answered += answered;
  counts.explained += explained;
  const losses = await work.losses();
  if (scene === 'network' && explained > 0) losses.push(`${explained} calls failed, though nothing but the network was cut`);
  if (after.exitCode !== 3 || after.stdout !== 'on\n') losses.push(`the next command was answered wrong: ${after.exitCode}`);
  last.teardown();
  return losses.map((loss) => `${scene} after ${chunks} chunks (seed ${SEED}): ${loss}`);
}

it(`after ${CUTS} cuts and kills at random instants nothing is lost, nothing has run twice, and every call was answered or says why not`, async ({
  annotate,
}) => {
  const random = randomOf(SEED);
  const losses: string[] = [];
  for (let round = 0; round < CUTS; round += 1) {
    const scene = SCENES[round % SCENES.length] ?? 'network';
    losses.push(...(await playScene(scene, `r${round}`, 1 + Math.floor(random() * MOST_CHUNKS))));
  }
  await annotate(`${CUTS} cuts (seed ${SEED}): ${counts.answered} answered, ${counts.explained} ended with words`);
  expect(losses).toEqual([]);
}, 1_200_000);
