import {
  BRIDGE_WINDOW_BYTES,
  type BridgeToKernel,
  type KernelToBridge,
  type KernelToReader,
  type ReaderToKernel,
} from '../../abi/bridge-protocol.ts';
import { SystemError } from '../../abi/system-calls.ts';
import type { Ports, Socket } from './sockets.ts';
import { kernelCaller } from './wait-list.ts';

/** Each chunk is a message through three threads, so few large ones are faster. */
const CHUNK_BYTES = 1_048_576;

interface BridgedConnection {
  socket: Socket;
  /** Bytes sent to the bridge that it has not acknowledged yet. */
  unacknowledged: number;
  /** Set while the sender waits for an acknowledgement. */
  resume: (() => void) | null;
  /** Receives the program's output instead of the bridge. */
  reader: MessagePort | null;
  /** The bridge's writes, in order. */
  writing: Promise<unknown>;
  isInputEnded: boolean;
  isOutputEnded: boolean;
}

/** The kernel's side of a preview's bridge: each connection is a socket to the program that listens on the given port. */
export function serveBridge(ports: Ports, channel: MessagePort): void {
  const connections = new Map<number, BridgedConnection>();
  const send = (message: KernelToBridge, transfer: Transferable[] = []) => channel.postMessage(message, transfer);
  channel.onmessage = ({ data: message }: MessageEvent<BridgeToKernel>) => {
    const { connection: id } = message;
    const connection = connections.get(id);
    switch (message.type) {
      case 'connect':
        connect(ports, message.port, id, connections, send);
        break;
      case 'data':
        if (connection !== undefined) receive(connection, id, message.data, send);
        break;
      case 'end':
        if (connection !== undefined) {
          connection.isInputEnded = true;
          void connection.writing.then(() => connection.socket.shutdown());
          forgetWhenDone(connections, id, connection);
        }
        break;
      case 'close':
        connections.delete(id);
        connection?.socket.release();
        connection?.resume?.();
        break;
      case 'taken':
        if (connection !== undefined) {
          connection.unacknowledged -= message.bytes;
          connection.resume?.();
        }
        break;
      case 'divert':
        divert(connection, message.channel);
        send({ type: 'diverted', connection: id });
        break;
    }
  };
}

type Send = (message: KernelToBridge, transfer?: Transferable[]) => void;

function connect(ports: Ports, port: number, id: number, connections: Map<number, BridgedConnection>, send: Send): void {
  let socket: Socket;
  try {
    ({ socket } = ports.connect(port, 'localhost'));
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    send({ type: 'refused', connection: id });
    return;
  }
  const connection: BridgedConnection = {
    socket,
    unacknowledged: 0,
    resume: null,
    reader: null,
    writing: Promise.resolve(),
    isInputEnded: false,
    isOutputEnded: false,
  };
  connections.set(id, connection);
  send({ type: 'connected', connection: id });
  void pump(id, connection, connections, send);
}

function receive(connection: BridgedConnection, id: number, data: Uint8Array, send: Send): void {
  connection.writing = connection.writing
    .then(() => connection.socket.outgoing.write(kernelCaller, data))
    // On EPIPE the program has closed its end; the other direction reports that.
    .catch(() => {})
    .then(() => send({ type: 'taken', connection: id, bytes: data.byteLength }));
}

async function pump(id: number, connection: BridgedConnection, connections: Map<number, BridgedConnection>, send: Send): Promise<void> {
  for (;;) {
    while (connection.unacknowledged >= BRIDGE_WINDOW_BYTES && connections.get(id) === connection) {
      await new Promise<void>((resolve) => {
        connection.resume = resolve;
      });
      connection.resume = null;
    }
    const chunk = await connection.socket.incoming.read(kernelCaller, CHUNK_BYTES);
    if (connections.get(id) !== connection) return;
    if (chunk.byteLength === 0) break;
    const data = chunk.slice();
    connection.unacknowledged += data.byteLength;
    if (connection.reader === null) send({ type: 'data', connection: id, data }, [data.buffer]);
    else tellReader(connection.reader, { type: 'data', data }, [data.buffer]);
  }
  connection.isOutputEnded = true;
  // A program that has closed both directions never reads the bridge's remaining data.
  const isClosed = connection.socket.outgoing.isAbandoned;
  send({ type: isClosed ? 'closed' : 'end', connection: id });
  if (connection.reader !== null) tellReader(connection.reader, { type: 'end' });
  if (isClosed) {
    connections.delete(id);
    connection.socket.release();
  } else forgetWhenDone(connections, id, connection);
}

function divert(connection: BridgedConnection | undefined, reader: MessagePort): void {
  if (connection === undefined || connection.isOutputEnded) tellReader(reader, { type: 'end' });
  if (connection === undefined) return;
  connection.reader = reader;
  reader.onmessage = ({ data: { bytes } }: MessageEvent<ReaderToKernel>) => {
    connection.unacknowledged -= bytes;
    connection.resume?.();
  };
}

function tellReader(reader: MessagePort, message: KernelToReader, transfer: Transferable[] = []): void {
  reader.postMessage(message, transfer);
}

function forgetWhenDone(connections: Map<number, BridgedConnection>, id: number, connection: BridgedConnection): void {
  if (!connection.isInputEnded || !connection.isOutputEnded) return;
  connections.delete(id);
  void connection.writing.then(() => connection.socket.release());
}
