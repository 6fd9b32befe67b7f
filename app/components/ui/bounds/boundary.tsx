import { Component, type ReactNode } from 'react';
import { errorMessage } from '../../../lib/protocol/error-message.ts';

interface BoundaryProps {
  /** Identifies what is drawn: drawing is tried again when it changes. */
  of: unknown;
  /** In place of what could not be drawn. `again` tries once more. */
  fallback: (failure: string, again: () => void) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  failure: string | null;
  of: unknown;
}

/** An error while drawing takes down this place alone, not the page. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: errorMessage(error) };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return of === state.of ? null : { failure: null, of };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.fallback(failure, () => this.setState({ failure: null }));
  }
}
