import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import { IGNORED_FOLDERS } from '../../runtime/ignored-folders.ts';
import type { Runtime } from '../../runtime/types.ts';
import { wholeOutput } from '../../runtime/whole-output.ts';

const pathSchema = z.string().min(1).max(4_096);
/** Output of a program in the project: untrusted, it may contain anything. */
const listingSchema = z.object({
  executables: z.array(pathSchema),
  emptyFolders: z.array(pathSchema),
  /** Files of installed packages. */
  packages: z.array(pathSchema),
  links: z.array(z.object({ path: pathSchema, target: pathSchema })),
});

/** Facts about the project's files that only the runtime knows. */
export type RuntimeListing = z.infer<typeof listingSchema>;

const PACKAGES = 'node_modules';

/** Runs as a program in the runtime, because the client that all hosts share cannot read file modes. */
const PROGRAM = `
const fs = require('fs');
const [skipped, withPackages] = JSON.parse(process.argv[1]);
const found = { executables: [], emptyFolders: [], packages: [], links: [] };
const waiting = [['', false]];
while (waiting.length > 0) {
  const [folder, isPackages] = waiting.pop();
  const entries = fs.readdirSync(folder || '.', { withFileTypes: true });
  if (entries.length === 0 && folder !== '') found.emptyFolders.push(folder);
  for (const entry of entries) {
    const path = folder === '' ? entry.name : folder + '/' + entry.name;
    const isInPackages = isPackages || entry.name === '${PACKAGES}';
    if (isInPackages && !withPackages) continue;
    if (!isInPackages && skipped.includes(entry.name)) continue;
    if (entry.isSymbolicLink()) { found.links.push({ path, target: fs.readlinkSync(path) }); continue; }
    if (entry.isDirectory()) { waiting.push([path, isInPackages]); continue; }
    if (!entry.isFile()) continue;
    if (isInPackages) found.packages.push(path);
    if (fs.statSync(path).mode & 0o111) found.executables.push(path);
  }
}
process.stdout.write(JSON.stringify(found));
`;

/** Runs the listing program in the runtime. Rejects if it fails. */
export async function listRuntime(runtime: Pick<Runtime, 'spawn'>, withPackages: boolean): Promise<RuntimeListing> {
  const asked = JSON.stringify([[...IGNORED_FOLDERS], withPackages]);
  const { output, exit } = await runtime.spawn({ command: 'node', args: ['-e', PROGRAM, asked] });
  const text = await wholeOutput(output);
  const code = await exit;
  if (code !== 0)
    throw new Error(
      t('the list of its files could not be made (node ended with {code}): {text}', { code: String(code), text: text.slice(-300) }),
    );
  return listingSchema.parse(JSON.parse(text));
}
