// A bundler that splits code creates a file for every set of modules shared by the same entries: the shell's worker would load forty of
// them, with a request each, before it runs its first line. This merges chunks that are needed together into one file.
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Merges `members` into one chunk, and fixes the imports of all other files.
 * @type {typeof import('./merge-chunks.d.mts').mergeChunks}
 */
export async function mergeChunks({ out, address, members, files }) {
  const names = [...members.keys()];
  const merged = await bundleMembers(out, address, members);
  const core = `core-${createHash('sha256').update(merged).digest('hex').slice(0, 8).toUpperCase()}.js`;
  await writeFile(join(out, 'chunks', core), merged);
  for (const name of names) await rm(join(out, 'chunks', name));
  for (const file of files) {
    if (members.has(basename(file))) continue;
    const text = await readFile(file, 'utf8');
    await writeFile(file, redirectImports(text, { address, members, core }));
  }
  return core;
}

/** @param {string} out @param {string} address @param {ReadonlyMap<string, readonly string[]>} members */
async function bundleMembers(out, address, members) {
  const names = [...members.keys()];
  const contents = names
    .map((name, position) => {
      const items = (members.get(name) ?? []).map((item) => `${item} as c${position}_${item}`);
      return items.length === 0 ? `import "${address}chunks/${name}";` : `export {${items.join(', ')}} from "${address}chunks/${name}";`;
    })
    .join('\n');
  const result = await build({
    stdin: { contents, resolveDir: out },
    bundle: true,
    format: 'esm',
    target: 'chrome110',
    // The members' names were preserved when they were built.
    minify: true,
    write: false,
    logLevel: 'warning',
    plugins: [
      {
        name: 'members',
        setup(builder) {
          builder.onResolve({ filter: /.*/ }, ({ path }) => {
            const name = basename(path);
            return path === `${address}chunks/${name}` && members.has(name)
              ? { path: join(out, 'chunks', name) }
              : { path, external: true };
          });
        },
      },
    ],
  });
  const [file] = result.outputFiles;
  if (file === undefined) throw new Error('The merged chunk is empty.');
  return file.text;
}

/**
 * Redirects imports in the form of esbuild's minified output: `import{a as M,b}from"…"`, `import"…"` and `import("…")`.
 * @param {string} text
 * @param {{ address: string, members: ReadonlyMap<string, readonly string[]>, core: string }} options
 */
function redirectImports(text, { address, members, core }) {
  const names = [...members.keys()];
  const to = `"${address}chunks/${core}"`;
  return text.replace(/import(\()?(?:\{([^{}]*)\}from)?"([^"]+)"/g, (statement, parenthesis, items, path) => {
    const position = names.indexOf(basename(path));
    const name = names[position];
    if (name === undefined || path !== `${address}chunks/${name}`) return statement;
    if (parenthesis !== undefined) {
      // The original closing parenthesis follows, so one more is opened here.
      const own = (members.get(name) ?? []).map((item) => `${item}:m.c${position}_${item}`);
      return `((f)=>import(${to}).then(f))((m)=>({${own.join(',')}})`;
    }
    if (items === undefined) return `import${to}`;
    const redirected = items.split(',').map((/** @type {string} */ item) => {
      const [exported = '', local = exported] = item.trim().split(' as ');
      return `c${position}_${exported} as ${local}`;
    });
    return `import{${redirected.join(',')}}from${to}`;
  });
}
