import type { BuiltinExports, NodeHost } from '../../node-host.ts';

interface OperatingSystem {
  release(): string;
  version(): string;
  machine(): string;
  hostname(): string;
  cpus(): { model: string; speed: number; times: object }[];
  networkInterfaces(): Record<string, object[]>;
  totalmem(): number;
  freemem(): number;
}

const TEXT_OPTIONS = ['directory', 'filename', 'signal'] as const;
const FLAG_OPTIONS = [
  'compact',
  'excludeNetwork',
  'excludeEnv',
  'reportOnFatalError',
  'reportOnSignal',
  'reportOnUncaughtException',
] as const;

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

function reportName(process: BuiltinExports, threadId: number, sequence: number): string {
  const now = new Date();
  const day = `${now.getFullYear()}${pad(now.getMonth() + 1)}${pad(now.getDate())}`;
  const time = `${pad(now.getHours())}${pad(now.getMinutes())}${pad(now.getSeconds())}`;
  return `report.${day}.${time}.${String(process.pid)}.${threadId}.${pad(sequence, 3)}.json`;
}

function defaultOptions(): Record<string, unknown> {
  return {
    ...Object.fromEntries(FLAG_OPTIONS.map((name) => [name, false])),
    directory: '',
    filename: '',
    signal: 'SIGUSR2',
  };
}

/** Describes the program's location and system. */
function reportHeader(host: NodeHost, occasion: { trigger: string; filename: string | null }): BuiltinExports {
  const process = host.builtin('process');
  const os = host.builtin('os') as unknown as OperatingSystem; // Our own module.
  const now = new Date();
  return {
    reportVersion: 5,
    event: 'JavaScript API',
    ...occasion,
    dumpEventTime: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    dumpEventTimeStamp: String(now.getTime()),
    processId: process.pid,
    threadId: host.thread?.start.threadId ?? 0,
    cwd: host.workingDirectory,
    commandLine: [process.argv0, ...(process.execArgv as string[]), ...(process.argv as string[]).slice(1)],
    nodejsVersion: process.version,
    // The libc by which packages for Linux are chosen.
    glibcVersionRuntime: '2.36',
    glibcVersionCompiler: '2.28',
    wordSize: 64,
    arch: process.arch,
    platform: process.platform,
    componentVersions: process.versions,
    release: process.release,
    osName: 'Linux',
    osRelease: os.release(),
    osVersion: os.version(),
    osMachine: os.machine(),
    cpus: os.cpus().map(({ model, speed, times }) => ({ model, speed, ...times })),
    networkInterfaces: Object.entries(os.networkInterfaces()).flatMap(([name, list]) => list.map((each) => ({ name, ...each }))),
    host: os.hostname(),
  };
}

/** Creates `process.report`. A report omits everything that a browser does not expose. */
export function createReport(host: NodeHost): object {
  const process = host.builtin('process');
  const os = host.builtin('os') as unknown as OperatingSystem; // Our own module.
  const options = defaultOptions();
  let sequence = 0;
  const build = (error: unknown, trigger: string, filename: string | null) => {
    const memory = (process.memoryUsage as () => Record<string, number>)();
    const { stack = '', message } = error instanceof Error ? error : new Error('JavaScript Callstack');
    const report: BuiltinExports = {
      header: reportHeader(host, { trigger, filename }),
      javascriptStack: {
        message,
        stack: stack
          .split('\n')
          .slice(1)
          .map((line) => line.trim()),
        errorProperties: {},
      },
      javascriptHeap: {
        totalMemory: memory.heapTotal,
        usedMemory: memory.heapUsed,
        externalMemory: memory.external,
        heapSpaces: {},
      },
      nativeStack: [],
      resourceUsage: { free_memory: os.freemem(), total_memory: os.totalmem(), rss: memory.rss },
      uvthreadResourceUsage: {},
      libuv: [],
      workers: [],
      environmentVariables: { ...(process.env as object) },
      userLimits: {},
      sharedObjects: [],
    };
    if (options.excludeEnv === true) delete report.environmentVariables;
    return report;
  };
  const report = {
    writeReport: (file?: unknown, error?: unknown): string => {
      const name =
        typeof file === 'string' ? file : String(options.filename || reportName(process, host.thread?.start.threadId ?? 0, ++sequence));
      const given = file instanceof Error ? file : error;
      const text = JSON.stringify(build(given, given instanceof Error ? 'Exception' : 'API', name), null, options.compact === true ? 0 : 2);
      const { writeFileSync } = host.builtin('fs') as { writeFileSync(path: string, text: string): void };
      writeFileSync(options.directory ? `${String(options.directory)}/${name}` : name, `${text}\n`);
      return name;
    },
    getReport: (error?: unknown) => build(error, 'GetReport', null),
  };
  for (const name of [...TEXT_OPTIONS, ...FLAG_OPTIONS])
    Object.defineProperty(report, name, {
      enumerable: true,
      configurable: true,
      get: () => options[name],
      set: (value: unknown) => {
        options[name] = value;
      },
    });
  return report;
}
