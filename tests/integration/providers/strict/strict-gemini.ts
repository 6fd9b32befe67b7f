import { geminiWire } from '../wires/gemini-wire.ts';
import {
  base64Image,
  demand,
  type Fields,
  fields,
  list,
  onlyFields,
  refusalOf,
  type StrictWire,
  sealOf,
  TOOL_NAME,
  withTexts,
} from './strict-wire.ts';

const MODEL = 'gemini-3-flash-preview';
const TOP = ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig', 'safetySettings', 'cachedContent'];
/** Google's own placeholder for calls made by another model. */
const STAND_IN = 'skip_thought_signature_validator';

/** Gemini 3: turns of calls and results, and signatures that it recognises. */
export function strictGemini(): StrictWire {
  const given = new Set<string>();
  return {
    wire: geminiWire,
    modelId: `google:${MODEL}`,
    path: '/gemini/',
    environment: (origin) => ({ GOOGLE_GENERATIVE_AI_API_KEY: 'test-key', GOOGLE_BASE_URL: `${origin}/gemini/v1beta` }),
    // It assigns none.
    callId: (count) => `unused_${count}`,
    refusalOf: (body) => refusalOf(() => checkRequest(body, given)),
    answer: (script, body) => {
      const signature = sealOf(MODEL, body['contents']);
      given.add(signature);
      return withTexts(geminiWire.answer(script), new Map([['c2VhbGVk', signature]]));
    },
  };
}

function checkRequest(body: Fields, given: ReadonlySet<string>): void {
  onlyFields(body, TOP, 'request');
  const contents = list(body['contents'], 'contents').map((content, index) => fields(content, `contents[${index}]`));
  demand(contents.length > 0, '* GenerateContentRequest.contents: contents is not specified');
  let open = 0;
  for (const [place, content] of contents.entries()) {
    const what = `contents[${place}]`;
    onlyFields(content, ['role', 'parts'], what);
    demand(content['role'] === 'user' || content['role'] === 'model', 'Please use a valid role: user, model.');
    const parts = list(content['parts'], what).map((part) => fields(part, what));
    demand(parts.length > 0, `* GenerateContentRequest.${what}.parts: must not be empty`);
    const calls = parts.filter((part) => part['functionCall'] !== undefined);
    const results = parts.filter((part) => part['functionResponse'] !== undefined);
    demand(
      results.length === open,
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    );
    if (calls.length > 0)
      demand(
        contents[place - 1]?.['role'] === 'user',
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      );
    open = calls.length;
    for (const part of parts) checkPart(part, { what, given });
    demand(
      calls.length === 0 || calls[0]?.['thoughtSignature'] !== undefined,
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Function call \`${String(fields(calls[0]?.['functionCall'] ?? {}, what)['name'])}\`, position ${place}.`,
    );
  }
  demand(open === 0, 'Please ensure that every function call has its response.');
}

function checkPart(part: Fields, { what, given }: { what: string; given: ReadonlySet<string> }): void {
  onlyFields(part, ['text', 'thought', 'thoughtSignature', 'functionCall', 'functionResponse', 'inlineData'], `${what}.parts`);
  const { thoughtSignature } = part;
  const isKnown = thoughtSignature === undefined || thoughtSignature === STAND_IN || given.has(String(thoughtSignature));
  demand(isKnown, 'Unable to submit request because Thought signature is not valid.');
  const held = ['text', 'functionCall', 'functionResponse', 'inlineData'].filter((name) => part[name] !== undefined);
  demand(held.length === 1, `* GenerateContentRequest.${what}.parts: contents.parts must have one initialized field`);
  if (part['functionCall'] !== undefined) {
    const call = fields(part['functionCall'], what);
    onlyFields(call, ['name', 'args', 'id'], `${what}.functionCall`);
    demand(TOOL_NAME.test(String(call['name'])), 'Invalid function name.');
    fields(call['args'], `${what}.functionCall.args`);
  }
  if (part['functionResponse'] !== undefined)
    fields(fields(part['functionResponse'], what)['response'], `${what}.functionResponse.response`);
  if (part['inlineData'] !== undefined) {
    const data = fields(part['inlineData'], what);
    demand(/^image\/(?:png|jpeg|webp|gif)$/.test(String(data['mimeType'])), `Unsupported MIME type: ${String(data['mimeType'])}`);
    base64Image(data['data'], 'Unable to process input image');
  }
}
