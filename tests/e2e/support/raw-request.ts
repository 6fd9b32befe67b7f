import { connect } from 'node:net';

/** The server is considered done after this much silence following its last byte. In milliseconds. */
const QUIET = 250;
/** The limit for a server that waits for more and sends nothing. In milliseconds. */
const SILENT = 3_000;

/** Sends raw bytes to a server on this machine. Returns everything received until it is quiet or closes the connection. */
export function rawRequest(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes));
    socket.setTimeout(SILENT, () => socket.destroy());
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      socket.setTimeout(QUIET);
    });
    socket.once('error', () => resolve(answer));
    socket.once('close', () => resolve(answer));
  });
}

/** Returns the statuses of the responses received. */
export function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
