import { execFileSync } from 'node:child_process';
import { formatProcessGrant, PROCESS_GRANT_VARIABLE, strictestGrant } from 'devonz-engine-protocol/process-grant';
import type { Figure } from './bench-context.ts';

/** Prints the microseconds of one `statSync` and one `readFileSync` of a small file: the median of many batches. */
const PROGRAM = `
const fs = require('node:fs');
fs.writeFileSync('small.txt', 'x'.repeat(100));
const middle = (work) => {
  const batches = [];
  for (let batch = 0; batch < 21; batch++) {
    const startedAt = performance.now();
    for (let at = 0; at < 500; at++) work();
    batches.push((performance.now() - startedAt) * 1000 / 500);
  }
  return batches.sort((a, b) => a - b)[10];
};
const stat = () => fs.statSync('small.txt');
const read = () => fs.readFileSync('small.txt');
const missing = () => fs.existsSync('missing.txt');
for (const work of [stat, read, missing]) middle(work);
console.log(JSON.stringify([middle(stat), middle(read), middle(missing)]));
fs.unlinkSync('small.txt');
`;

/** Measures one synchronous system call, as made by a program's `fs`. */
export const systemCallFigure: Figure = {
  name: 'system-call',
  async measure(context) {
    const page = await context.openPage();
    const outputs = await page.evaluate(
      async ({ program, env }) => {
        const { output } = await runToEnd('node', ['-e', program]);
        return [output, (await runToEnd('node', ['-e', program], { env })).output];
      },
      { program: PROGRAM, env: { [PROCESS_GRANT_VARIABLE]: formatProcessGrant(strictestGrant('/home/project')) } },
    );
    await page.context().close();
    const [output = '', strictOutput = ''] = outputs;
    const [strictStatUs, strictReadUs] = parse(strictOutput);
    const [statUs, readUs, missingUs] = parse(output);
    const [nativeStatUs, nativeReadUs, nativeMissingUs] = parse(execFileSync(process.execPath, ['-e', PROGRAM], { encoding: 'utf8' }));
    return {
      systemCallStatUs: statUs,
      systemCallStatNativeUs: nativeStatUs,
      systemCallReadUs: readUs,
      systemCallReadNativeUs: nativeReadUs,
      systemCallMissingUs: missingUs,
      // Measures with guarded files protected by the sandbox.
      systemCallStatStrictUs: strictStatUs,
      systemCallReadStrictUs: strictReadUs,
      systemCallMissingNativeUs: nativeMissingUs,
    };
  },
};

function parse(output: string): [number, number, number] {
  const values: unknown = JSON.parse(output);
  if (!Array.isArray(values) || values.length !== 3) throw new Error(`The program printed: ${output}`);
  return [Number(values[0]), Number(values[1]), Number(values[2])];
}
