import { StepTransportError } from '../../agent/contract/errors.ts';

export function noModel(): StepTransportError {
  return new StepTransportError('This browser has no model of its own. Choose another model.', { status: null, kind: 'unknown-model' });
}
