/**
 * The resources that one engine may use. All limits of the kernel are here, so that a runaway program gets an error instead of crashing
 * the tab.
 */
export interface KernelLimits {
  /** Exceeding it is EAGAIN. Each process is a worker with its own heap. */
  maxProcesses: number;
  /** Exceeding it is EAGAIN. Counts the processes of one client's `spawn`, so that a fork bomb leaves room for the shell that ends it. */
  maxSessionProcesses: number;
  /** The number of `worker_threads` of all processes; further ones are rejected. Each is a worker with its own heap. */
  maxThreads: number;
  /** Per process; exceeding it is EMFILE. */
  maxDescriptors: number;
  /** The bytes that a pipe or terminal holds before its writer waits. */
  pipeBytes: number;
  /** The bytes that one direction of a socket holds before its writer waits. */
  socketBytes: number;
  /** The number of connections that wait for `accept`; exceeding it is ECONNREFUSED. */
  listenBacklog: number;
  /** Exceeding it is EFBIG. */
  maxFileBytes: number;
  /** The total of all files; exceeding it is ENOSPC. */
  maxTotalBytes: number;
  /** The number of characters of arguments and environment together; exceeding it is E2BIG. */
  maxArgumentCharacters: number;
  /** The bytes of results that processes keep for one another; the least recently used is evicted first. */
  maxKeptBytes: number;
  /**
   * The number of compiled WebAssembly modules kept for the next process that compiles the same bytes; the least recently used is evicted
   * first.
   */
  maxKeptModules: number;
  /** A process (with its threads) that uses more is ended with Node's "heap out of memory" and 134. Sampled: see memory-watch.ts. */
  maxProcessMemoryBytes: number;
  /** The total of all processes; exceeding it ends the largest. Their heaps share the 4 GB of the browser's process for the sandbox. */
  maxTotalMemoryBytes: number;
  /** Milliseconds between two memory samples. The browser takes another 20 s for each sample. */
  memoryPauseMilliseconds: number;
  /** The number of output bytes in transit that the client has not consumed yet. */
  outputWindowBytes: number;
  /** The number of concurrent requests to other machines through the embedder; exceeding it is EAGAIN. */
  maxOutsideRequests: number;
  /** The total bytes of their bodies; exceeding it is EAGAIN. */
  maxOutsideBytes: number;
  /** Milliseconds between the client's `kill` (SIGTERM) and the forced end (SIGKILL). */
  killGraceMilliseconds: number;
}

/** The resources that one shell may use inside its own worker, where subshells are not processes. */
export const shellLimits = {
  /** The number of concurrent subshells (`(…)`, `$(…)`, parts of pipelines, jobs), which stops a fork bomb. */
  maxSubshells: 512,
  /** The nesting depth of function calls, which stops infinite recursion. */
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

/** The limits of npm's downloads kept between sessions in the browser's Cache Storage; the least recently used are evicted. */
export const downloadCacheLimits = { maxBytes: 512 * 1024 * 1024 };
