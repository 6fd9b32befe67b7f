import { expect, test } from 'vitest';
import type { KernelToReader, ReaderToKernel } from '../../abi/bridge-protocol.ts';
import { AnswerStream } from './answer-stream.ts';
import { readDiverted } from './read-diverted.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A response whose first bytes the bridge has read, and the kernel's end of the port that delivers the rest. */
function setUp(received: string[], method = 'GET') {
  const { port1, port2 } = new MessageChannel();
  let taken = 0;
  let noteTaken = () => {};
  port1.onmessage = ({ data }: MessageEvent<ReaderToKernel>) => {
    taken += data.bytes;
    noteTaken();
  };
  const untilTaken = (bytes: number) =>
    new Promise<void>((resolve) => {
      noteTaken = () => taken === bytes && resolve();
      noteTaken();
    });
  const answer = new AnswerStream({ onTaken: () => expect.unreachable('the bridge carries nothing'), onCancel: () => {} });
  const done = new Promise<void>((resolve) => {
    readDiverted({ received: received.map(bytes), port: port2, method }, answer, resolve);
  });
  const send = (message: KernelToReader) => port1.postMessage(message);
  return { answer, done, taken: () => taken, untilTaken, send, text: () => new Response(answer.stream).text() };
}

test('a body of a known length is read on from where the bridge stopped', async () => {
  const { send, text, done } = setUp(['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\none', ' tw']);
  send({ type: 'data', data: bytes('o..') });
  expect(await text()).toBe('one two..');
  await done;
});

test('chunks may be cut anywhere between the bridge and here', async () => {
  const { send, text, done } = setUp(['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel']);
  for (const part of ['lo\r', '\n6\r\n wor', 'ld\r\n0\r\n\r\n']) send({ type: 'data', data: bytes(part) });
  expect(await text()).toBe('hello world');
  await done;
});

test('a body without a length ends with the connection', async () => {
  const { send, text, done } = setUp(['HTTP/1.0 200 OK\r\n\r\nall ']);
  send({ type: 'data', data: bytes('of it') });
  send({ type: 'end' });
  expect(await text()).toBe('all of it');
  await done;
});

test('one that is cut off is an error of the body, not its end', async () => {
  const { send, text, done } = setUp(['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome']);
  send({ type: 'end' });
  await expect(text()).rejects.toThrow(TypeError);
  await done;
});

test('bytes are acknowledged, framing and all, when the page has consumed them and not before', async () => {
  const { answer, send, taken, untilTaken, done } = setUp(['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n']);
  const reader = answer.stream.getReader();
  expect(taken()).toBe(0);
  send({ type: 'data', data: bytes('3\r\none\r\n') });
  send({ type: 'data', data: bytes('3\r\ntwo\r\n') });
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('one');
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('two');
  const last = reader.read();
  await untilTaken(16);
  send({ type: 'data', data: bytes('0\r\n\r\n') });
  expect((await last).done).toBe(true);
  await done;
});
