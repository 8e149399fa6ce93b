import { KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core'
import { afterFrame } from './after-frame.ts'

/**
 * Picks rows up and puts them down by key. The row looks it at once; dnd-kit, which draws every row half a dozen times
 * for either, comes after that frame.
 */
export class RowKeyboard extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    const row = props.activeNode.node.current
    const drop = (dropped: () => void) => {
      row?.removeAttribute('data-dragging')
      void afterFrame().then(dropped)
    }
    super({
      ...props,
      onStart: (at) => {
        row?.setAttribute('data-dragging', 'true')
        void afterFrame().then(() => props.onStart(at))
      },
      onEnd: () => drop(props.onEnd),
      onCancel: () => drop(props.onCancel),
    })
  }
}
