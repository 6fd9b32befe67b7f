import { connect } from 'node:net';

/** Quiet for this long after its last byte, the server has said what it says. Milliseconds. */
const QUIET = 250;
/** For a server that waits for more and says nothing. Milliseconds. */
const SILENT = 3_000;

/** Sends these very bytes to a server on this machine; everything that comes back until it is quiet or closes the connection. */
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

/** The statuses of the answers in what came back. */
export function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
