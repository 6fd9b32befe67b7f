/** What runners of tests print when there was nothing to run. */
const NO_TESTS =
  /\bno tests? (?:files? )?(?:found|were found|ran|to run|were run|specified)\b|\bno test (?:suites?|specs?) found\b|\bno tests\b(?! fail)|^\s*0 passing\b|^\W*tests:?\s+0\b(?!\s*(?:failed|skipped|todo))|\bcollected 0 items\b|\bran 0 tests\b|\b0 tests? (?:passed|run|executed|collected)\b|\btests?:\s+0 total\b/im;
const SOME_TESTS = /\b[1-9]\d* (?:tests? )?(?:passed|passing|pass\b|failed|failing)|^\W*(?:tests|pass)\s+[1-9]/im;
const PASSED =
  /\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|^\W*pass\s+[1-9]|\btest result: ok\. [1-9]|\bfound 0 errors?\b|\bbuilt in\b|\bcompiled successfully\b|\bno (?:issues|problems|errors) found\b|^ok\s+\S+\s+[\d.]+s/im;
const FAILED =
  /\b[1-9]\d* (?:tests? |specs? )?(?:failed|failing)\b|^\W*fail\s+[1-9]|\berror TS\d+|\b[1-9]\d* (?:errors?|problems?)\b|\bFAILED\b|^\s*FAIL\s|\berror during build\b|\bfailed to compile\b/im;

export function ranNoTest(output: string): boolean {
  return NO_TESTS.test(output) && !SOME_TESTS.test(output);
}

/** What the output itself says, where the exit code is another program's. */
export function saidBy(output: string): 'passed' | 'failed' | null {
  if (FAILED.test(output)) return 'failed';
  return PASSED.test(output) ? 'passed' : null;
}
