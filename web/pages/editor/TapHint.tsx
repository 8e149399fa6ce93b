import { Icon } from '../../../card/icons/Icon.tsx'

export function TapHint() {
  return (
    <p className="visual-editor-hint">
      <Icon name="click" size={18} />
      Tap on any element to edit
    </p>
  )
}
