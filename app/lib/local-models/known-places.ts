import type { LookPlace } from '../protocol/models/local-look.ts';

export interface KnownPlace extends LookPlace {
  name: string;
  /** Whether other servers rarely use this port, so that a blocked response is probably from this one. */
  isItsOwn: boolean;
}

/** Default addresses of model servers. */
export const KNOWN_PLACES: readonly KnownPlace[] = [
  { name: 'Ollama', address: 'http://127.0.0.1:11434', kind: 'ollama', isItsOwn: true },
  { name: 'LM Studio', address: 'http://127.0.0.1:1234', kind: 'lm-studio', isItsOwn: true },
  { name: 'Jan', address: 'http://127.0.0.1:1337', kind: 'openai-compatible', isItsOwn: true },
  { name: 'llama.cpp', address: 'http://127.0.0.1:8080', kind: 'openai-compatible', isItsOwn: false },
  { name: 'vLLM', address: 'http://127.0.0.1:8000', kind: 'openai-compatible', isItsOwn: false },
  { name: 'KoboldCpp', address: 'http://127.0.0.1:5001', kind: 'openai-compatible', isItsOwn: false },
];
