import type { UserFiles } from '../ssh-ports.ts';

const deepestInclude = 16;

/**
 * Returns the text of an OpenSSH configuration with its `Include` lines replaced by the files they name. The header of
 * the surrounding block is repeated after each of them, because a block of an included file must not continue in the
 * including file.
 */
export async function readSshConfig(file: string, files: UserFiles, home: string): Promise<string> {
  return expand(file, { files, home, folder: file.slice(0, file.lastIndexOf('/')) }, 0);
}

interface Reading {
  files: UserFiles;
  home: string;
  folder: string;
}

async function expand(file: string, reading: Reading, depth: number): Promise<string> {
  const text = depth > deepestInclude ? null : await reading.files.readText(file);
  const lines: string[] = [];
  let header = 'Host *';
  for (const line of (text ?? '').split(/\r?\n/)) {
    const [, keyword = '', value = ''] = /^\s*([a-z]+)(?:\s*=\s*|\s+)(.*?)\s*$/i.exec(line) ?? [];
    if (/^(?:host|match)$/i.test(keyword)) header = line;
    // The library would run `nslookup` for these keywords.
    if (/^canonical(?:izehostname|domains)$/i.test(keyword)) continue;
    if (!/^include$/i.test(keyword)) {
      lines.push(line);
      continue;
    }
    for (const included of await includedFiles(value, reading)) lines.push(await expand(included, reading, depth + 1), header);
  }
  return lines.join('\n');
}

async function includedFiles(value: string, { files, home, folder }: Reading): Promise<string[]> {
  const found: string[] = [];
  for (const [, quoted, bare] of value.matchAll(/"([^"]*)"|(\S+)/g)) {
    const named = (quoted ?? bare ?? '').replace(/^~(?=\/)/, home);
    const path = named.startsWith('/') ? named : `${folder}/${named}`;
    const cut = path.lastIndexOf('/');
    const pattern = path.slice(cut + 1);
    if (!/[*?]/.test(pattern)) {
      found.push(path);
      continue;
    }
    const names = await files.listNames(path.slice(0, cut));
    found.push(
      ...names.filter((name) => globPattern(pattern).test(name) && !name.startsWith('.')).map((name) => `${path.slice(0, cut)}/${name}`),
    );
  }
  return found.sort();
}

/** Matches `*` and `?` as OpenSSH does. */
export function globPattern(pattern: string): RegExp {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 's');
}
