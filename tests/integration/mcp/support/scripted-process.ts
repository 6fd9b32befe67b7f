import type { RuntimeProcess } from '../../../../app/lib/runtime/types.ts';

export interface Asked {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
}

export interface ScriptedProcess extends RuntimeProcess {
  /** Prints a message, or any text unchanged. */
  print(message: object | string): void;
  end(code: number): void;
  readonly asked: readonly Asked[];
}

export type Answers = (asked: Asked, process: ScriptedProcess) => void;

/** A program that responds to every request as a test specifies. */
export function scriptedProcess(answer: Answers): ScriptedProcess {
  let controller: ReadableStreamDefaultController<string> | null = null;
  let end: (code: number) => void = () => undefined;
  const exit = new Promise<number>((resolve) => {
    end = resolve;
  });
  let isOver = false;
  const asked: Asked[] = [];
  const over = (code: number) => {
    if (isOver) return;
    isOver = true;
    controller?.close();
    end(code);
  };
  const process: ScriptedProcess = {
    asked,
    exit,
    output: new ReadableStream<string>({
      start(given) {
        controller = given;
      },
    }),
    async write(data) {
      // One message per line, as in the protocol.
      const message = JSON.parse(data) as Asked;
      asked.push(message);
      if (!isOver) answer(message, process);
    },
    resize: () => undefined,
    kill: () => over(137),
    print(message) {
      if (!isOver) controller?.enqueue(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`);
    },
    end: over,
  };
  return process;
}

/** Responds to the initial request of every server, and to `tools/list` with these tools; `others` handles the rest. */
export function serverWith(tools: () => readonly unknown[], others: Answers = () => undefined): Answers {
  return (asked, process) => {
    const result = (value: object) => process.print({ jsonrpc: '2.0', id: asked.id, result: value });
    if (asked.method === 'initialize') {
      const { protocolVersion } = asked.params ?? {};
      result({ protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'scripted', version: '1' } });
    } else if (asked.method === 'tools/list') result({ tools: tools() });
    else others(asked, process);
  };
}
