/** What one engine may use. Every bound of the kernel is here, so that a runaway program meets an error and not a dead tab. */
export interface KernelLimits {
  /** EAGAIN beyond. Each process is a worker with a heap of its own. */
  maxProcesses: number;
  /** EAGAIN beyond, for what one client's `spawn` has set going: a fork bomb leaves room for the shell that ends it. */
  maxSessionProcesses: number;
  /** `worker_threads` of all processes together; a further one is refused. Each is a worker with a heap of its own. */
  maxThreads: number;
  /** EMFILE beyond, per process. */
  maxDescriptors: number;
  /** Bytes a pipe or a terminal holds before its writer waits. */
  pipeBytes: number;
  /** The same of one direction of a socket. */
  socketBytes: number;
  /** Connections that wait for `accept`; ECONNREFUSED beyond. */
  listenBacklog: number;
  /** EFBIG beyond. */
  maxFileBytes: number;
  /** ENOSPC beyond, over all files. */
  maxTotalBytes: number;
  /** E2BIG beyond: characters of arguments and environment together. */
  maxArgumentCharacters: number;
  /** Bytes of results that processes keep for one another; the longest unused goes first. */
  maxKeptBytes: number;
  /** Compiled WebAssembly modules that are kept for the next process that compiles the same bytes; the longest unused goes first. */
  maxKeptModules: number;
  /** A process (with its threads) that holds more is ended with Node's "heap out of memory" and 134. Sampled: see memory-watch.ts. */
  maxProcessMemoryBytes: number;
  /** Over all processes: the largest is ended. Their heaps share the 4 GB of the browser's one process for the sandbox. */
  maxTotalMemoryBytes: number;
  /** Milliseconds between two samples of the memory. To take one takes the browser another 20 s. */
  memoryPauseMilliseconds: number;
  /** Output bytes on their way to the client that it has not yet taken. */
  outputWindowBytes: number;
  /** Requests to other machines by whoever embeds the engine that are under way at once; EAGAIN beyond. */
  maxOutsideRequests: number;
  /** Bytes of their bodies together; EAGAIN beyond. */
  maxOutsideBytes: number;
  /** Milliseconds between the client's `kill` (SIGTERM) and the end without asking (SIGKILL). */
  killGraceMilliseconds: number;
}

/** What one shell may use inside its own worker, where its subshells are no processes. */
export const shellLimits = {
  /** Subshells that run at once (`(…)`, `$(…)`, parts of pipelines, jobs): a fork bomb ends there. */
  maxSubshells: 512,
  /** Functions inside functions: one that calls itself without end ends there. */
  maxFunctionDepth: 1000,
};

export const defaultKernelLimits: KernelLimits = {
  maxProcesses: 64,
  maxSessionProcesses: 48,
  maxThreads: 64,
  maxDescriptors: 4096,
  pipeBytes: 256 * 1024,
  socketBytes: 2 * 1024 * 1024,
  listenBacklog: 511,
  maxFileBytes: 512 * 1024 * 1024,
  maxTotalBytes: 2 * 1024 * 1024 * 1024,
  maxArgumentCharacters: 4 * 1024 * 1024,
  maxKeptBytes: 64 * 1024 * 1024,
  maxKeptModules: 8,
  maxProcessMemoryBytes: 1536 * 1024 * 1024,
  maxTotalMemoryBytes: 3 * 1024 * 1024 * 1024,
  memoryPauseMilliseconds: 20_000,
  outputWindowBytes: 1024 * 1024,
  maxOutsideRequests: 256,
  maxOutsideBytes: 64 * 1024 * 1024,
  killGraceMilliseconds: 2000,
};

/** What npm keeps of its downloads between sessions, in the browser's Cache Storage; the least recently used go beyond. */
export const downloadCacheLimits = { maxBytes: 512 * 1024 * 1024 };
