import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the licence of every package that has files in the bundles. A package without a licence text fails the build, because code that
 * may not be redistributed without its licence must not be bundled.
 * @param {readonly string[]} inputs files
 * @param {string} out
 */
export async function writeNotices(inputs, out) {
  const folders = new Set(inputs.flatMap((file) => packageFolder(file) ?? []));
  const parts = await Promise.all([...folders].map(noticeOf));
  parts.sort((one, other) => one.title.localeCompare(other.title, 'en'));
  const list = parts.map(({ title, license }) => `- ${title}: ${license}`).join('\n');
  const texts = parts.map(({ title, text }) => `## ${title}\n\n\`\`\`text\n${text}\n\`\`\`\n`).join('\n');
  await writeFile(out, `# What is bundled, and its licences\n\nWritten by the package's build.\n\n${list}\n\n${texts}`);
}

/** @param {string} file @returns {string | null} */
function packageFolder(file) {
  const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [];
  return folder ?? null;
}

/** Files of `notices/` for packages that name their licence but do not include its text. */
const TEXTS = new Map([['@sqlite.org/sqlite-wasm', 'sqlite-wasm.txt']]);

/** @param {string} folder */
async function noticeOf(folder) {
  // Older packages list their licences.
  const { name, version, licenses, license = licenses?.[0]?.type } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const own = (await readdir(folder)).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  const kept = TEXTS.get(name);
  const file = own === undefined ? kept && fileURLToPath(new URL(`notices/${kept}`, import.meta.url)) : join(folder, own);
  if (file === undefined || typeof license !== 'string') throw new Error(`${name} ${version} comes without a licence.`);
  return { title: `${name} ${version}`, license, text: (await readFile(file, 'utf8')).trim() };
}
