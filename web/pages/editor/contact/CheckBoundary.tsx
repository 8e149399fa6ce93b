import { Component, type ReactNode } from 'react'
import { Note } from '../../../ui/Notes.tsx'

type Props = { of: object; children: ReactNode }

/** A check that fails says so, and nothing else of the editor does; it is tried again with the next draft. */
export class CheckBoundary extends Component<Props, { failed: boolean; of: object }> {
  override state = { failed: false, of: this.props.of }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: { of: object }) {
    return of === state.of ? null : { failed: false, of }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Note kind="warn" title="The contact could not be checked">
        Saving works all the same. Change anything on the card and it is tried again.
      </Note>
    )
  }
}
