/** Limits for a server's use of time, memory and the user's patience. Times in milliseconds. */
export const MCP_LIMITS = {
  /** Until an HTTP server has completed the handshake and listed its offers. */
  connectHttp: 20_000,
  /** Until a server that is a command has done so; it may have to be installed first. */
  connectStdio: 180_000,
  /** Per call: without progress, and in total. */
  callSilence: 60_000,
  call: 600_000,
  /** How long a message waits for a connection in progress, counted from the start of the connection. */
  firstStep: 4_000,
  /** Messages per second, averaged over five seconds. */
  messagesPerSecond: 200,
  /** Bytes per message, and per second averaged over five seconds. */
  message: 8 * 1024 * 1024,
  bytesPerSecond: 8 * 1024 * 1024,
  tools: 64,
  resources: 500,
  prompts: 200,
  /** Pages per list. */
  pages: 20,
  /** Length of names and descriptions. In characters. */
  name: 128,
  description: 4_000,
  /** All texts of one result, and one image in base64, before it is shrunk. In characters. */
  result: 60_000,
  image: 7_500_000,
  parts: 200,
  /** Shortest pause before changed lists are read again, and how often per connection. */
  relistPause: 5_000,
  relists: 50,
  /** How often a lost server is reconnected automatically, and the first delay. */
  restarts: 3,
  restartPause: 2_000,
} as const;
