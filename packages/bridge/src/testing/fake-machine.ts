import { PassThrough } from 'node:stream';
import type { MachineConnection } from 'devonz-engine-protocol/machine/connection';
import type { Machine, MachineProcess, PortListener, ProcessEnd, ProcessRequest } from '../machine/machine.ts';
import { OutputQueue } from '../machine/output-queue.ts';

export interface FakeProcess {
  request: ProcessRequest;
  print(text: string, stream?: 'stdout' | 'stderr'): void;
  end(end: ProcessEnd): void;
  /** Everything that was typed. */
  typed: string;
  signals: string[];
}

/** A machine in memory: files in a map, processes that a test plays. */
export class FakeMachine implements Machine {
  readonly contents = new Map<string, Uint8Array>();
  readonly started: FakeProcess[] = [];
  readonly written: string[] = [];
  readonly facts: Machine['facts'] = {
    id: 'fakefakefakefake',
    kind: 'local',
    host: 'fake',
    user: 'somebody',
    system: 'Fake 1',
    platform: 'linux',
    shell: '/bin/bash',
    home: '/home/somebody',
    folder: '/project',
    hasTerminal: true,
    agentShell: ['/bin/bash'],
    temporaryFolder: '/tmp/of-the-fake',
    wall: null,
    watch: 'events',
    programs: { git: '2.0.0' },
  };
  readonly files: Machine['files'];
  readonly processes: Machine['processes'];
  readonly ports: Machine['ports'];
  readonly #portListeners = new Set<PortListener>();
  readonly #connectionListeners = new Set<(change: MachineConnection) => void>();

  constructor() {
    const missing = (path: string): never => {
      throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: 'ENOENT' });
    };
    this.files = {
      read: async (path) => this.contents.get(path) ?? missing(path),
      write: async (path, content) => {
        this.written.push(path);
        this.contents.set(path, content.slice());
      },
      list: async () => [...this.contents.keys()].map((path) => ({ name: path.slice(path.lastIndexOf('/') + 1), kind: 'file' as const })),
      status: async (path) => ({ kind: 'file', size: (this.contents.get(path) ?? missing(path)).byteLength, mode: 0o644, modifiedAt: 0 }),
      readLink: async (path) => missing(path),
      makeLink: async () => undefined,
      makeFolder: async () => undefined,
      remove: async (path) => void this.contents.delete(path),
      rename: async () => undefined,
      setMode: async () => undefined,
      watch: async () => ({ method: 'events', close: () => undefined }),
    };
    this.processes = { start: async (request) => this.#start(request) };
    this.ports = {
      watch: (listener) => {
        this.#portListeners.add(listener);
        return () => void this.#portListeners.delete(listener);
      },
      connect: async () => new PassThrough(),
    };
  }

  onConnection(listener: (change: MachineConnection) => void): () => void {
    this.#connectionListeners.add(listener);
    return () => void this.#connectionListeners.delete(listener);
  }

  tellConnection(change: MachineConnection): void {
    for (const listener of this.#connectionListeners) listener(change);
  }

  async close(): Promise<void> {
    this.#portListeners.clear();
  }

  tellPort(port: number, type: 'open' | 'close', owner: number | null = null): void {
    for (const listener of this.#portListeners) listener(port, type, owner);
  }

  #start(request: ProcessRequest): MachineProcess {
    const queue = new OutputQueue({ pause: () => undefined, resume: () => undefined });
    let resolveEnd: (end: ProcessEnd) => void = () => undefined;
    const end = new Promise<ProcessEnd>((resolve) => {
      resolveEnd = resolve;
    });
    const fake: FakeProcess = {
      request,
      print: (text, stream = 'stdout') => queue.push({ stream, bytes: new TextEncoder().encode(text) }),
      end(how) {
        queue.end();
        resolveEnd(how);
      },
      typed: '',
      signals: [],
    };
    this.started.push(fake);
    return {
      pid: this.started.length,
      output: queue,
      end,
      async write(bytes) {
        fake.typed += new TextDecoder().decode(bytes);
      },
      closeInput: () => undefined,
      resize: () => undefined,
      signal(signal) {
        fake.signals.push(signal);
        if (signal === 'SIGKILL') fake.end({ type: 'killed', signal });
      },
    };
  }
}
