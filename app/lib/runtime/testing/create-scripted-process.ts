import type { RuntimeProcess } from '../types.ts';

/** A process controlled by a test, which can print and exit; records its input. */
export interface ScriptedProcess {
  process: RuntimeProcess;
  print(text: string): void;
  exit(code: number): void;
  readonly written: string[];
  readonly isKilled: () => boolean;
}

export function createScriptedProcess(): ScriptedProcess {
  const written: string[] = [];
  let isKilled = false;
  let controller: ReadableStreamDefaultController<string> | null = null;
  let resolveExit: (code: number) => void = () => undefined;
  const exit = new Promise<number>((resolve) => {
    resolveExit = resolve;
  });
  const end = (code: number) => {
    controller?.close();
    controller = null;
    resolveExit(code);
  };
  return {
    process: {
      exit,
      output: new ReadableStream<string>({
        start(created) {
          controller = created;
        },
      }),
      async write(data) {
        written.push(data);
      },
      resize() {},
      kill() {
        isKilled = true;
        end(137);
      },
    },
    print: (text) => controller?.enqueue(text),
    exit: end,
    written,
    isKilled: () => isKilled,
  };
}
