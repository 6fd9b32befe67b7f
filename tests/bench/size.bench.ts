import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type BuiltScript, builtScripts } from '../e2e/support/built-scripts.ts';

/** The size in characters of each script's modules before minification: `config/record-scripts.mjs`. */
const recordSchema = z.record(z.string(), z.record(z.string(), z.number()));
type Modules = Readonly<Record<string, number>>;
const SHOWN_SCRIPTS = 30;
const SHOWN_PARTS = 6;

/**
 * Measures all JavaScript of the app, gzipped, without the engine and the type service: the most that a user can load. Needs a build.
 * Prints the largest scripts and their parts.
 */
export async function bench(): Promise<Record<string, number>> {
  const record = recordSchema.parse(JSON.parse(await readFile(new URL('../../build/scripts.json', import.meta.url), 'utf8')));
  const scripts = await builtScripts();
  const counted = scripts.filter(({ isOfTypeService }) => !isOfTypeService);
  for (const { name, bytes } of counted.slice(0, SHOWN_SCRIPTS)) {
    console.log(`${kilobytes(bytes).toFixed(1).padStart(6)} kB  ${name}: ${largestParts(record[`assets/${name}`] ?? {})}`);
  }
  return {
    wholeApp_kB: sum(counted),
    typeService_kB: sum(scripts.filter(({ isOfTypeService }) => isOfTypeService)),
    scripts_count: counted.length,
  };
}

/** Sums the script's content by package, or by folder of the app. */
function largestParts(modules: Modules): string {
  const parts = new Map<string, number>();
  for (const [module, length] of Object.entries(modules)) parts.set(partOf(module), (parts.get(partOf(module)) ?? 0) + length);
  const total = [...parts.values()].reduce((all, length) => all + length, 0);
  const largest = [...parts].sort(([, a], [, b]) => b - a).slice(0, SHOWN_PARTS);
  return largest.map(([part, length]) => `${part} ${Math.round((length / total) * 100)} %`).join(', ');
}

function partOf(module: string): string {
  const ofPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
  return ofPackage ?? module.split('/').slice(0, 4).join('/');
}

function sum(scripts: readonly BuiltScript[]): number {
  return kilobytes(scripts.reduce((all, { bytes }) => all + bytes, 0));
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
