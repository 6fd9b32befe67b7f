import { type ProbeResult, probeCodec } from '../agent/codecs/probe-codec.ts';
import type { StepTransport } from '../agent/contract/ports.ts';
import { t } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { listDirectoryTool } from '../tools/list-directory.ts';

/** How long a model may take to answer, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Asks a model to call a read-only tool, which is never run. Does not reject. */
export async function probeModel(transport: StepTransport, modelId: string): Promise<ProbeResult> {
  try {
    return await probeCodec({ transport, modelId, tool: listDirectoryTool }, AbortSignal.timeout(TIMEOUT_MS));
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'StoppedError';
    const why = isLate ? t('it gave no answer within {seconds} seconds', { seconds: TIMEOUT_MS / 1_000 }) : errorMessage(error);
    return { suggestion: null, reason: t('The model could not be tested: {why}.', { why }) };
  }
}
