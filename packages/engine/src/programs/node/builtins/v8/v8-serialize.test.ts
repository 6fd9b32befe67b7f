import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../../../../abi/program.ts';
import { createTestKernel } from '../../../../kernel/testing/create-test-kernel.ts';
import { loadNodeProgram } from '../../testing/bundle-node-program.ts';

let node: Program;
beforeAll(async () => {
  node = await loadNodeProgram();
});

const PROGRAM = `
const v8 = require('node:v8');
const cyclic = { list: [] };
cyclic.self = cyclic;
cyclic.list.push(cyclic, cyclic.list);
const values = [
  undefined, null, true, 0, -1, 2147483647, 2147483648, -0, NaN, 1.5, 10n, -(2n ** 70n), '', 'text', 'ä', 'ж and 字', { a: 'odd', b: '字' },
  [1, , 3], Object.assign([1], { extra: 2 }), { 5: 'index', b: 1, a: 2 }, cyclic, new Date(0), /a+/giu, new Map([[1, { a: 1 }], ['b', new Set([1, 'x'])]]),
  Buffer.from('bytes'), new Uint8Array([1, 2]), new Float64Array([1.5]), new BigInt64Array([5n]), new Uint8Array([1, 2]).buffer,
  Object(1), Object('s'), Object(false), Object.create(null),
];
for (const value of values) {
  const bytes = v8.serialize(value);
  console.log(bytes.toString('hex'), require('util').inspect(v8.deserialize(bytes), { depth: 5 }));
}
const error = Object.assign(new RangeError('too far'), { extra: 1 });
error.stack = 'RangeError: too far\\n  here';
const back = v8.deserialize(v8.serialize(error));
console.log(back instanceof RangeError, back.message, back.stack);
try { v8.serialize({ f() {} }); } catch (error) { console.log(error.message); }
try { v8.deserialize(Buffer.from('zz')); } catch (error) { console.log(error.message); }
class Mine extends v8.Serializer { _writeHostObject() { this.writeUint32(300); this.writeUint64(1, 2); this.writeDouble(2.5); } }
const serializer = new Mine();
serializer._setTreatArrayBufferViewsAsHostObjects(true);
serializer.writeHeader();
serializer.writeValue([new Uint8Array(1)]);
const written = serializer.releaseBuffer();
class Theirs extends v8.Deserializer { _readHostObject() { return { read: [this.readUint32(), this.readUint64(), this.readDouble()] }; } }
const deserializer = new Theirs(written);
console.log(written.toString('hex'), deserializer.readHeader(), JSON.stringify(deserializer.readValue()), deserializer.getWireFormatVersion());
const base = new v8.Serializer();
base.writeHeader();
base.writeValue({ view: new Uint16Array([1, 2]) });
const bytes = base.releaseBuffer();
const reader = new v8.Deserializer(bytes);
console.log(bytes.toString('hex'), reader.readHeader(), reader.readValue());
`;

describe('node:v8', () => {
  it('writes and reads values in V8’s own format, byte by byte as Node', async () => {
    const native = execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' });
    const ran = await createTestKernel({ programs: { node } }).run(['node', '-e', PROGRAM]);
    expect(ran).toEqual({ exitCode: 0, stdout: native, stderr: '' });
  });
});
