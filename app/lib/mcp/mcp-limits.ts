/** What a server may take of this page: its time, its memory and the user's patience. Times in milliseconds. */
export const MCP_LIMITS = {
  /** Until a server over HTTP has introduced itself and listed what it offers. */
  connectHttp: 20_000,
  /** The same of a command, which may have to be installed first. */
  connectStdio: 180_000,
  /** Of one call without a word of progress, and all in all. */
  callSilence: 60_000,
  call: 600_000,
  /** So long from its beginning a message waits for a connection that is being made. */
  firstStep: 4_000,
  /** Messages a second, over any stretch of five seconds. */
  messagesPerSecond: 200,
  /** Bytes of one message, and a second over any stretch of five seconds. */
  message: 8 * 1024 * 1024,
  bytesPerSecond: 8 * 1024 * 1024,
  tools: 64,
  resources: 500,
  prompts: 200,
  /** Pages of one list. */
  pages: 20,
  /** Of names and descriptions. Characters. */
  name: 128,
  description: 4_000,
  /** Of all texts of one result, and of one picture in base64: it is made smaller before it is kept. Characters. */
  result: 60_000,
  image: 7_500_000,
  parts: 200,
  /** Lists that have changed are read again no sooner than this after the last time, and no more often in one connection. */
  relistPause: 5_000,
  relists: 50,
  /** How often a server that went away is connected again by itself, and after how long at first. */
  restarts: 3,
  restartPause: 2_000,
} as const;
