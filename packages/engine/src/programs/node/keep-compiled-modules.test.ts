import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepCompiledModules } from './keep-compiled-modules.ts';

const PAGE = 128 * 1024;

/** Builds a module that is a custom section of `size` bytes, each with this value. */
function moduleOf(size: number, value: number): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  for (let rest = size; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, ...length, 1, 0x78, ...new Array<number>(size - 2).fill(value)]);
}

const original = WebAssembly.Module.prototype.constructor;
let kept: { key: string; module: WebAssembly.Module }[] = [];
let api: typeof WebAssembly;
beforeEach(() => {
  kept = [];
  // A separate namespace, because replacements are not undone.
  api = Object.create(null, Object.getOwnPropertyDescriptors(WebAssembly)) as typeof WebAssembly;
  keepCompiledModules(api, (key, module) => void kept.push({ key, module }));
});
afterEach(() => {
  WebAssembly.Module.prototype.constructor = original;
});

test('every way to compile large bytes hands on the module, under a key of the bytes', async () => {
  const bytes = moduleOf(PAGE, 7);
  const constructed = new api.Module(bytes);
  const compiled = await api.compile(bytes.buffer);
  const { module } = await api.instantiate(bytes);
  expect(kept.map((each) => each.module)).toEqual([constructed, compiled, module]);
  expect(new Set(kept.map(({ key }) => key)).size).toBe(1);
  new api.Module(moduleOf(PAGE, 8));
  expect(new Set(kept.map(({ key }) => key)).size).toBe(2);
});

test('small modules, a module that is instantiated again and bytes that are none are not handed on', async () => {
  const module = new api.Module(moduleOf(100, 1));
  await api.instantiate(module);
  await expect(api.compile(new Uint8Array(PAGE))).rejects.toThrow(WebAssembly.CompileError);
  expect(() => new api.Module(new Uint8Array(PAGE))).toThrow(WebAssembly.CompileError);
  expect(kept).toEqual([]);
});

test('a program sees the functions and the class it knows', () => {
  class Own extends api.Module {}
  const own = new Own(moduleOf(PAGE, 1));
  expect([own instanceof Own, own instanceof api.Module, own instanceof WebAssembly.Module]).toEqual([true, true, true]);
  expect([api.compile.name, api.instantiate.name, api.Module.name]).toEqual(['compile', 'instantiate', 'Module']);
  expect(new api.Module(moduleOf(10, 1)).constructor).toBe(api.Module);
  expect(api.Module.customSections(own, 'x')).toHaveLength(1);
});
