import { connect } from 'node:net';

/** Sends these very bytes to a server on this machine; everything that comes back until it closes the connection. */
export function rawRequest(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    // For a server that waits for more: what has come by then is the answer.
    socket.setTimeout(3_000, () => socket.destroy());
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.once('error', () => resolve(answer));
    socket.once('close', () => resolve(answer));
  });
}

/** The statuses of the answers in what came back. */
export function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
