import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { packMessage } from '../../../packages/engine-protocol/src/message-pack.ts';
import { readFolder } from '../../../scripts/read-folder.ts';
import { serverVariables } from '../../../scripts/serve/server-variables.mjs';
import { startClientHost } from '../../conformance/harness/client-host.ts';
import { changed, type Machine, type Server } from './machine.ts';
import { QUIET } from './quiet.ts';
import { shownFrame } from './shown-frame.ts';

const KEPT_CHARACTERS = 200_000;

/** Runs the engine in a headless browser on a copy of a folder. `builtEngine` is an existing build of it. */
export async function engineMachine(folder: string, root: string, builtEngine: string | undefined): Promise<Machine> {
  const registry = (await serverVariables(root)).NPM_REGISTRY_URL;
  const host = await startClientHost({
    host: 'engine',
    payload: packMessage(await readFolder(folder)),
    ...(registry === undefined ? {} : { registry }),
    ...(builtEngine === undefined ? {} : { builtEngine }),
  });
  try {
    const page = await host.openPage();
    const outputs = new Map<number, string>();
    await page.exposeFunction('strangerOutput', (id: number, text: string) => {
      outputs.set(id, ((outputs.get(id) ?? '') + text).slice(-KEPT_CHARACTERS));
    });
    await page.evaluate(async () => {
      const container = await booted();
      await container.mount(await (await fetch('/payload')).arrayBuffer());
      const children = new Map<number, { kill(): void; exit: Promise<number> }>();
      const addresses: { port: number; address: string }[] = [];
      container.on('server-ready', (port, address) => void addresses.push({ port, address }));
      Object.assign(globalThis, { children, addresses });
    });
    return machineOf(page, outputs, () => host.close());
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** The globals used by functions that run in the page. */
interface PageState {
  children: Map<number, { kill(): void; exit: Promise<number> }>;
  addresses: { port: number; address: string }[];
  strangerOutput(id: number, text: string): Promise<void>;
}

function machineOf(page: Page, outputs: Map<number, string>, close: () => Promise<void>): Machine {
  let processes = 0;
  let frames = 0;
  const begin = async (command: string): Promise<number> => {
    const id = processes++;
    await page.evaluate(
      async ({ id, command, env }) => {
        const { children, strangerOutput } = globalThis as unknown as PageState; // Set by this file.
        const child = await (await booted()).spawn('jsh', ['-c', command], { env });
        const shown = child.output.pipeTo(new WritableStream({ write: (text) => strangerOutput(id, text) }));
        children.set(id, { kill: () => child.kill(), exit: child.exit.then(async (code) => shown.then(() => code)) });
      },
      { id, command, env: QUIET },
    );
    return id;
  };
  // Once the page is closed, there is no exit to wait for.
  const exitOf = (id: number): Promise<number> =>
    page.evaluate((id) => (globalThis as unknown as PageState).children.get(id)?.exit ?? 1, id).catch(() => 1);
  const kill = (id: number) => page.evaluate((id) => (globalThis as unknown as PageState).children.get(id)?.kill(), id);
  const output = (id: number) => outputs.get(id) ?? '';
  return {
    async run(command, milliseconds) {
      const id = await begin(command);
      const exitCode = await Promise.race([exitOf(id), wait(milliseconds, null, { ref: false })]);
      if (exitCode === null) await kill(id);
      return { exitCode, output: output(id) };
    },
    async start(command) {
      const known = await page.evaluate(() => (globalThis as unknown as PageState).addresses.length);
      const id = await begin(command);
      const hasEnded = exitOf(id).then(() => true);
      return serverOf(page, { known, hasEnded, output: () => output(id), stop: () => kill(id).then(() => undefined) });
    },
    async change(change) {
      const text = await page.evaluate(async (file) => (await booted()).fs.readFile(file, 'utf8'), change.file);
      await page.evaluate(async ({ file, text }) => (await booted()).fs.writeFile(file, text), {
        file: change.file,
        text: changed(text, change),
      });
    },
    async show(address) {
      const name = `stranger-${frames++}`;
      const load = () => showFrame(page, name, address);
      await load();
      return shownFrame(async () => {
        const frame = await (await page.waitForSelector(`iframe[name='${name}']`, { state: 'attached' })).contentFrame();
        if (frame === null) throw new Error('The page has no such frame.');
        return frame;
      }, load);
    },
    close,
  };
}

function showFrame(page: Page, name: string, address: string): Promise<void> {
  return page.evaluate(
    ({ name, address }) => {
      document.querySelector(`iframe[name='${name}']`)?.remove();
      const frame = document.createElement('iframe');
      Object.assign(frame, { name, allow: 'cross-origin-isolated', src: address, width: 1000, height: 700 });
      document.body.appendChild(frame);
    },
    { name, address },
  );
}

interface Started {
  /** The number of servers before it. */
  known: number;
  hasEnded: Promise<boolean>;
  output(): string;
  stop(): Promise<void>;
}

function serverOf(page: Page, { known, hasEnded, output, stop }: Started): Server {
  return {
    output,
    stop,
    async address(port, milliseconds) {
      const until = Date.now() + milliseconds;
      let isOver = false;
      void hasEnded.then(() => {
        isOver = true;
      });
      while (Date.now() < until) {
        const wasOver = isOver;
        const addresses = await page.evaluate((known) => (globalThis as unknown as PageState).addresses.slice(known), known);
        const chosen = addresses.find((each) => port === undefined || each.port === port);
        if (chosen !== undefined) return chosen.address;
        if (wasOver) return null;
        await wait(100);
      }
      return null;
    },
  };
}
