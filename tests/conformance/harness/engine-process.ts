import type { RuntimeProcess } from '../../../app/lib/runtime/types.ts';
import type { Client } from './use-client.ts';

/** Runs programs in the page's container, as seen by the app's runtime: their bytes pass between the page and the test. */
export class EngineProcesses {
  readonly #client: Client;
  readonly #running = new Map<number, { print(text: string): void; end(code: number): void; kill(): void; exit: Promise<number> }>();
  #count = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Called once, when the page is open. */
  async open(): Promise<void> {
    const page = this.#client.page();
    await page.exposeFunction('printed', (id: number, text: string) => this.#running.get(id)?.print(text));
    await page.exposeFunction('ended', (id: number, code: number) => this.#running.get(id)?.end(code));
    await page.evaluate(() => Object.assign(globalThis, { programs: new Map() }));
  }

  /** Ends all, as another program would. */
  endAll(): void {
    for (const { kill } of this.#running.values()) kill();
  }

  async allEnded(): Promise<boolean> {
    await Promise.all([...this.#running.values()].map(({ exit }) => exit));
    return true;
  }

  async spawn(command: string, environment: Readonly<Record<string, string>>): Promise<RuntimeProcess> {
    const id = ++this.#count;
    let end: (code: number) => void = () => undefined;
    const exit = new Promise<number>((resolve) => {
      end = resolve;
    });
    const tell = (data: string | null) => this.#client.inPage(tellInPage, { id, data });
    const output = new ReadableStream<string>({
      start: (controller) => {
        this.#running.set(id, {
          print: (text) => controller.enqueue(text),
          end(code) {
            controller.close();
            end(code);
          },
          kill: () => void tell(null).catch(() => undefined),
          exit,
        });
      },
    });
    await this.#client.inPage(startInPage, { id, command, environment: { ...environment } });
    return {
      exit,
      output,
      write: (data) => tell(data),
      resize: () => undefined,
      // If the page is gone, so is the program.
      kill: () => void tell(null).catch(() => undefined),
    };
  }
}

/** The globals added to the page by `open`. */
interface PagePrograms {
  programs: Map<number, { write(data: string): Promise<void>; kill(): void }>;
  printed(id: number, text: string): Promise<void>;
  ended(id: number, code: number): Promise<void>;
}

async function startInPage({
  id,
  command,
  environment,
}: {
  id: number;
  command: string;
  environment: Record<string, string>;
}): Promise<void> {
  // Runs in the page, whose globals `open` has extended.
  const page = globalThis as unknown as PagePrograms;
  const child = await (await booted()).spawn('jsh', ['-c', command], { env: environment });
  const writer = child.input.getWriter();
  page.programs.set(id, { write: (data) => writer.write(data), kill: () => child.kill() });
  const shown = child.output.pipeTo(new WritableStream({ write: (text) => page.printed(id, text) }));
  void child.exit.then(async (code) => {
    await shown.catch(() => undefined);
    await page.ended(id, code);
  });
}

async function tellInPage({ id, data }: { id: number; data: string | null }): Promise<void> {
  // Runs in the page, whose globals `open` has extended.
  const program = (globalThis as unknown as PagePrograms).programs.get(id);
  if (data === null) program?.kill();
  else await program?.write(data);
}
