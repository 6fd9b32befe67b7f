/** Messages that test runners print when there was nothing to run. */
const NO_TESTS =
  /\bno tests? (?:files? )?(?:found|were found|ran|to run|were run|specified)\b|\bno test (?:suites?|specs?) found\b|\bno tests\b(?! fail)|^[ \t]{0,40}0 passing\b|^[^\w\n]{0,40}tests:?[ \t]{1,40}0\b(?![ \t]{0,40}(?:failed|skipped|todo))|\bcollected 0 items\b|\bran 0 tests\b|\b0 tests? (?:passed|run|executed|collected)\b|\btests?:[ \t]{1,40}0 total\b/im;
const SOME_TESTS = /\b[1-9]\d{0,9} (?:tests? )?(?:passed|passing|pass\b|failed|failing)|^[^\w\n]{0,40}(?:tests|pass)[ \t]{1,40}[1-9]/im;
const PASSED =
  /\b[1-9]\d{0,9} (?:tests? )?(?:passed|passing)\b|^[^\w\n]{0,40}pass[ \t]{1,40}[1-9]|\btest result: ok\. [1-9]|\bfound 0 errors?\b|\bbuilt in\b|\bcompiled successfully\b|\bno (?:issues|problems|errors) found\b|^ok[ \t]{1,40}\S{1,200}[ \t]{1,40}[\d.]{1,20}s/im;
const FAILED =
  /\b[1-9]\d{0,9} (?:tests? |specs? )?(?:failed|failing)\b|^[^\w\n]{0,40}fail[ \t]{1,40}[1-9]|\berror TS\d+|\b[1-9]\d{0,9} (?:errors?|problems?)\b|\bFAILED\b|^[ \t]{0,40}FAIL\s|\berror during build\b|\bfailed to compile\b/im;

export function ranNoTest(output: string): boolean {
  return NO_TESTS.test(output) && !SOME_TESTS.test(output);
}

/** Returns the result stated by the output, for commands whose exit code belongs to another program. */
export function saidBy(output: string): 'passed' | 'failed' | null {
  if (FAILED.test(output)) return 'failed';
  return PASSED.test(output) ? 'passed' : null;
}
